// The help panel: texts come from the console, set as text; the secret comes only to those who ask for it twice.

import { element } from "./dom.js";

export class HelpPanel {
  constructor(dialog, query, words, opened) {
    this.dialog = dialog;
    this.query = query;
    this.words = words;
    this.opened = opened;
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  get isOpen() {
    return this.dialog.open;
  }

  async open() {
    this.opened();
    this.dialog.showModal();
    if (this.dialog.childElementCount > 0) return;
    const help = await (await fetch(`/console/help${this.query}`)).json();
    this.dialog.lang = help.language;
    this.dialog.replaceChildren(this.bar(help), this.page(help));
  }

  bar(help) {
    const close = element("button", "tool", this.words.close);
    close.type = "button";
    close.addEventListener("click", () => this.dialog.close());
    return element("header", "help-bar", element("h1", "", help.title), close);
  }

  page(help) {
    return element(
      "div",
      "help-page",
      section(help.minute),
      section(help.button),
      folded(help.rules.title, ...help.rules.sections.map(section)),
      folded(help.questions.title, ...help.questions.entries.map(question)),
      this.secret(help.spoiler),
    );
  }

  secret(spoiler) {
    const reveal = element("button", "tool", spoiler.reveal);
    reveal.type = "button";
    const place = element("div", "secret", element("p", "warning", spoiler.warning), reveal);
    reveal.addEventListener("click", async () => {
      const told = await (await fetch(`/console/help/secret${this.query}`)).json();
      place.replaceChildren(...paragraphs(told.paragraphs));
    });
    return folded(spoiler.title, place);
  }
}

function folded(title, ...content) {
  return element("details", "", element("summary", "", title), ...content);
}

function section({ key, title, paragraphs: texts, table, after }) {
  const made = element("section", "", element("h2", "", title), ...paragraphs(texts), rows(table), ...paragraphs(after));
  made.id = `help-${key}`;
  return made;
}

function question({ key, question: asked, answer }) {
  const made = element("section", "question", element("h3", "", asked), element("p", "", answer));
  made.id = `help-${key}`;
  return made;
}

function paragraphs(texts) {
  return texts.map((text) => element("p", "", text));
}

function rows(table) {
  if (table.length === 0) return null;
  const [head, ...body] = table;
  return element(
    "table",
    "",
    element("thead", "", row("th", head)),
    element("tbody", "", ...body.map((cells) => row("td", cells))),
  );
}

function row(kind, cells) {
  return element("tr", "", ...cells.map((text) => element(kind, "", text)));
}
