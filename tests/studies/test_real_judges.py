"""The study of real judges, on answers that are made up."""

import real_judges as study


def test_it_reads_answers_and_prints_a_table(tmp_path, capsys):
    for model in ("mt0", "mt0_mt", "gpt4", "llama13b"):
        folder = tmp_path / "predictions" / f"results_{model}" / "news_topic"
        folder.mkdir(parents=True)
        lines = ["\tcategory\theadline\ttext\turl\tmodel"]
        for number in range(40):
            gold = study.TOPICS[number % 7]
            said = gold if number % 3 else "Politics, not business"
            lines.append(f'{number}\t{gold}\tA\t"B, and a\nnew line"\t/c\tI would say {said}.')
        (folder / "eng.tsv").write_text("\n".join(lines), encoding="utf-8")
    read = study.answers(tmp_path, "gpt4")
    assert list(read)[:2] == [("eng", 1), ("eng", 2)] and len(read) == 40
    assert read["eng", 1] == (["business"], ["politics"])
    study.main([str(tmp_path), "--sets", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 2 * 3 * 2
    assert all(line.startswith(("| GPT-4 | ", "| Llama 2 13B | ")) for line in lines[2:])
