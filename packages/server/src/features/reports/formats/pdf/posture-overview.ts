import { effortText, severityText } from '@tenantscope/analysis/checks/posture-text'
import { choiceNote, coverageText, noFindingText } from '@tenantscope/analysis/posture-report'
import type {
  PostureFinding,
  PostureReport,
  ReportedChange,
} from '@tenantscope/contract/posture-report'

import { COLORS } from './colors.ts'
import { H1, H2, LINE, drawHeading, drawLines, drawNote, drawTiles } from './headings.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle } from './text-lines.ts'
import { NOT_KNOWN, counted } from './words.ts'
import type { Words } from './words.ts'

const TITLE: TextStyle = { size: 10, weight: 'bold', color: COLORS.text }
const TEXT: TextStyle = { size: 9, weight: 'regular', color: COLORS.text }
const QUIET: TextStyle = { size: 8.5, weight: 'regular', color: COLORS.quiet }
const GAP = 24
const HEADING = 9

/**
 * One page for owners: the score, the most important findings, what got better and worse. It never needs
 * a second page: texts have a maximum of lines, and changes beyond the end of the page are counted.
 */
export function drawOverview(studio: Studio<PostureReport>, words: Words): void {
  const { sheets, tags, pdf, document } = studio
  sheets.open()
  pdf.outline.addItem('Overview')
  const section = tags.root.add('Sect')
  let y = drawHeading(studio, section, { text: 'Overview', style: H1, y: BODY.top + 14 })
  y = drawNote(studio, section, { text: noteText(document, words), y: y + 2 }) + 12
  y = drawTiles(studio, section, { tiles: tilesOf(document, words), y }) + 26
  y = drawFindings(studio, section, { words, y }) + GAP
  const since = words.date(document.comparedSince)
  const { better, worse } = document
  const most = Math.floor((BODY.bottom - y - GAP - 2 * HEADING) / LINE / 2)
  y =
    drawChanges(studio, section, { title: `Better since ${since}`, changes: better, most, y }) + GAP
  drawChanges(studio, section, { title: `Worse since ${since}`, changes: worse, most, y })
  section.end()
}

function noteText(document: PostureReport, words: Words): string {
  const choice = choiceNote(document)
  const chosen = choice === null ? '' : ` ${choice}.`
  return `Read on ${words.time(document.dataAsOf)}. ${coverageText(document)}${chosen}`
}

function tilesOf({ score }: PostureReport, words: Words): [figure: string, label: string][] {
  return [
    [score.percent === null ? NOT_KNOWN : words.percent(score.percent), 'Score'],
    [score.grade ?? NOT_KNOWN, 'Grade, A to F'],
    [words.number(score.checks.failed), 'Failed checks'],
    [words.number(score.checks.passed), 'Passed checks'],
  ]
}

interface Place {
  readonly words: Words
  readonly y: number
}

function drawFindings(studio: Studio<PostureReport>, section: Part, { words, y }: Place): number {
  const { findings, isRedacted } = studio.document
  const title = { text: 'Most important findings', style: H2, y }
  let top = drawHeading(studio, section, title) + 4
  if (findings.length === 0)
    return drawNote(studio, section, { text: noFindingText(studio.document), y: top })
  for (const [at, finding] of findings.entries()) {
    const { title: required, severity, reason, why } = finding
    const texts = [
      { text: `${at + 1}. ${required} (${severityText(severity)})`, style: TITLE, most: 1 },
      ...(isRedacted || !reason ? [] : [{ text: reason, style: TEXT, most: 2 }]),
      { text: why, style: TEXT, most: 2 },
      { text: adviceText(finding, words), style: QUIET, most: 2 },
    ]
    top = drawLines(studio, section, { texts, y: top }) + 4
  }
  return top
}

function adviceText({ objectCount, effort, userImpact }: PostureFinding, words: Words): string {
  const objects = objectCount === 0 ? '' : `Affects ${counted(words, objectCount, 'object')}. `
  return `${objects}Effort of the fix: ${effortText(effort).toLowerCase()}. ${userImpact}`
}

interface Changes {
  readonly title: string
  readonly changes: readonly ReportedChange[]
  /** Lines below the heading. */
  readonly most: number
  readonly y: number
}

function drawChanges(studio: Studio, section: Part, { title, changes, most, y }: Changes): number {
  const top = drawHeading(studio, section, { text: title, style: H2, y }) + 4
  if (changes.length === 0) return drawNote(studio, section, { text: 'No check changed.', y: top })
  const shown = changes.length > most ? changes.slice(0, most - 1) : changes
  const texts = shown.map((change) => ({
    text: `${change.title} (${severityText(change.severity)})`,
    style: TEXT,
    most: 1,
  }))
  const more = changes.length - shown.length
  const rest = more > 0 ? [{ text: `and ${more} more`, style: QUIET, most: 1 }] : []
  return drawLines(studio, section, { texts: [...texts, ...rest], y: top })
}
