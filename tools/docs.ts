import { FEATURES, LAYERS, PACKAGES } from './layers.ts'

/** Compares the documentation with the code; `npm run check` reports each difference. */

const GENERATED = /(<!-- generated from tools\/layers\.ts -->\n)[\s\S]*?(<!-- end -->)/
const MOST_WORDS = 25

/** Returns ARCHITECTURE.md with the import order from tools/layers.ts. */
export function withImportOrder(architecture: string): string {
  return architecture.replace(
    GENERATED,
    (_, start: string, end: string) => `${start}\n${importOrder()}\n${end}`,
  )
}

function importOrder(): string {
  const packages = Object.entries(PACKAGES).map(
    ([name, mayImport]) =>
      `| \`${name}\` | ${mayImport.length === 0 ? 'none of ours' : mayImport.join(', ')} |`,
  )
  const orders = Object.entries(LAYERS).map(
    ([name, layers]) => `- **${name}**: ${layers.map((layer) => layer.join(', ')).join(' > ')}`,
  )
  return [
    '| package | may import |\n|---|---|',
    ...packages,
    '',
    'Within a package, an import runs from left to right:',
    ...orders,
    `- **server/features**: ${FEATURES.join(' > ')}`,
    '',
  ].join('\n')
}

/** Returns the differences between the packages named in decision 0012 and the runtime dependencies. */
export function dependencyProblems(decision: string, dependencies: readonly string[]): string[] {
  const rows = Array.from(
    decision.matchAll(/^\| (?!package \|)([^|-][^|]*) \|/gm),
    ([, cell = '']) => cell,
  )
  const named = rows.flatMap((cell) =>
    cell
      .replaceAll(/\([^)]*\)/g, '')
      .split(',')
      .map((name) => name.trim()),
  )
  const isNamed = (dependency: string): boolean =>
    named.some(
      (name) =>
        name === dependency || (name.endsWith('*') && dependency.startsWith(name.slice(0, -1))),
    )
  const isUsed = (name: string): boolean =>
    dependencies.some(
      (dependency) =>
        dependency === name || (name.endsWith('*') && dependency.startsWith(name.slice(0, -1))),
    )
  return [
    ...dependencies
      .filter((name) => !isNamed(name))
      .map((name) => `decision 0012 does not name ${name}`),
    ...named
      .filter((name) => !isUsed(name))
      .map((name) => `decision 0012 names ${name}, which no package.json has`),
  ]
}

/**
 * Returns the fields that figures.md does not name, and the functions that it names and no source exports.
 * `sources`: texts by path.
 */
export function figureProblems(
  figures: string,
  { fields, sources }: { fields: readonly string[]; sources: ReadonlyMap<string, string> },
): string[] {
  const named = new Set(Array.from(figures.matchAll(/`([a-zA-Z]+)`/g), ([, name = '']) => name))
  const functions = Array.from(
    figures.matchAll(/`([\w./-]+\.ts): (\w+)`/g),
    ([, file = '', name = '']) => ({ file, name }),
  )
  const isExported = ({ file, name }: { file: string; name: string }): boolean =>
    [...sources].some(
      ([path, text]) =>
        path.endsWith(`/${file}`) &&
        new RegExp(`^export (?:function|const) ${name}\\b`, 'm').test(text),
    )
  return [
    ...fields
      .filter((field) => !named.has(field))
      .map((field) => `figures.md does not name the field ${field}`),
    ...functions
      .filter((each) => !isExported(each))
      .map(({ file, name }) => `figures.md names ${name}, which no ${file} exports`),
  ]
}

/** Returns sentences of more than 25 words, and differences between headings and the table of contents. */
export function guideProblems(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '\n\n')
  const long = sentencesOf(prose)
    .filter((sentence) => wordCount(sentence) > MOST_WORDS)
    .map((sentence) => `${wordCount(sentence)} words in one sentence: ${sentence.slice(0, 80)} …`)
  const headings = Array.from(prose.matchAll(/^## (.+)$/gm), ([, title = '']) => title)
  const contents = Array.from(
    prose.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm),
    ([, title = '', anchor = '']) => ({ title, anchor }),
  )
  const isInOrder =
    headings.length === contents.length &&
    contents.every(
      ({ title, anchor }, index) => title === headings[index] && anchor === anchorOf(title),
    )
  return isInOrder ? long : [...long, 'the table of contents differs from the headings']
}

/** Returns the avoided words in files that may not hold them, and the listed files without one. */
export function wordProblems(
  textByFile: ReadonlyMap<string, string>,
  { words, files }: { words: readonly string[]; files: Readonly<Record<string, string>> },
): string[] {
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')
  const uses = Array.from(textByFile).flatMap(([file, text]) =>
    Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
      file,
      word,
      line: text.slice(0, index).split('\n').length,
    })),
  )
  return [
    ...uses
      .filter(({ file }) => files[file] === undefined)
      .map(({ file, line, word }) => `${file}:${line} has '${word}', a word to avoid`),
    ...Object.keys(files)
      .filter((file) => !uses.some((use) => use.file === file))
      .map((file) => `avoided-words.json lists ${file}, which has none of the words`),
  ]
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/** Splits a text into sentences: at full stops and at ends of paragraphs, list items and table cells. */
function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/^#+ .*$/gm, '\n')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\||#))|\|/)
    .flatMap((block) => block.replaceAll('\n', ' ').split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
}

function wordCount(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
}
