"""The Space: ``python app.py`` serves the page that ``space/page.py`` builds."""

from space.page import launch

if __name__ == "__main__":
    launch()
