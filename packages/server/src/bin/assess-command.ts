import { readFile } from 'node:fs/promises'

import { CHECKS } from '@tenantscope/analysis/checks/catalogue'

import { assess } from '../features/posture/assess.rules.ts'
import type { Assessment } from '../features/posture/assess.rules.ts'
import { isoTime } from '../lib/iso-time.ts'
import { linesOf } from '../lib/lines.ts'
import { UsageError, parsed } from './usage.ts'

const USAGE = `Usage: npm run -s assess -- FILE [--json] [--now TIME]
       npm run -s assess -- --ndjson [--now TIME]

  FILE      a JSON object of a tenant's objects as Microsoft Graph returns them
  --json    prints the verdicts and their evidence as JSON instead of a table
  --ndjson  reads one object per line from standard input and prints one line of JSON for each
  --now     judges at this time (ISO 8601); without it at asOf of the file or line, or else at present
`

const LINE_BYTES = 50 * 1024 * 1024

export interface AssessHost {
  readonly input: AsyncIterable<Uint8Array>
  /** Writes to standard output and waits while the reader is slower. */
  readonly write: (text: string) => Promise<void>
  readonly printError: (text: unknown) => void
  readonly now: () => Date
}

interface Arguments {
  /** Null: lines of standard input. */
  readonly file: string | null
  readonly isJson: boolean
  readonly now: Date | null
}

/** Returns the exit code: 0 when all were judged, 1 when one was not, 2 for wrong arguments. */
export async function runAssess(args: readonly string[], host: AssessHost): Promise<number> {
  if (args.includes('--help')) {
    await host.write(USAGE)
    return 0
  }
  try {
    const { file, isJson, now } = argumentsFrom(args)
    const judge = createJudge(host, now)
    return file === null ? await assessLines(host, judge) : await assessFile(file, isJson, judge)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    host.printError(`${error.message}.\n\n${USAGE}`)
    return 2
  }

  async function assessFile(file: string, isJson: boolean, judge: Judge): Promise<number> {
    const assessment = await readFile(file).then(judge, (error: unknown) => ({
      error: `The file cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    }))
    const isJudged = !('error' in assessment)
    if (isJson) await host.write(`${JSON.stringify(assessment)}\n`)
    else if (isJudged) await host.write(tableOf(assessment.verdicts))
    else host.printError(assessment.error)
    return isJudged ? 0 : 1
  }
}

async function assessLines({ input, write }: AssessHost, judge: Judge): Promise<number> {
  let code = 0
  for await (const line of linesOf(input, { maxBytes: LINE_BYTES })) {
    const assessment =
      line === null ? { error: 'This line is longer than 50 MB (52,428,800 bytes).' } : judge(line)
    if ('error' in assessment) code = 1
    await write(`${JSON.stringify(assessment)}\n`)
  }
  return code
}

type Judge = (bytes: Uint8Array) => Assessment

function createJudge({ now, printError }: AssessHost, given: Date | null): Judge {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    let text: string
    try {
      text = decoder.decode(bytes)
    } catch {
      return { error: 'This is not text in UTF-8.' }
    }
    try {
      return assess(text, { given, present: now() })
    } catch (error) {
      // One tenant must not end the judging of the others.
      printError(error)
      return { error: 'This tenant could not be judged: an unexpected error, see standard error.' }
    }
  }
}

function argumentsFrom(args: readonly string[]): Arguments {
  const { positionals, values } = parse(args)
  const { ndjson = false, json = false, now } = values
  const [file = null, ...others] = positionals
  if (others.length > 0) throw new UsageError('Only one file can be judged')
  if (ndjson && file !== null) throw new UsageError('--ndjson takes no file')
  if (!ndjson && file === null) throw new UsageError('A file or --ndjson is required')
  return { file, isJson: json, now: now === undefined ? null : timeFrom(now) }
}

const parse = (args: readonly string[]) =>
  parsed(args, { json: { type: 'boolean' }, ndjson: { type: 'boolean' }, now: { type: 'string' } })

function timeFrom(text: string): Date {
  const time = isoTime(text)
  if (time === null) throw new UsageError(`--now is not a time in ISO 8601: ${text}`)
  return time
}

/** One line per check with its verdict, and a line with the numbers of verdicts. */
function tableOf(verdicts: Extract<Assessment, { verdicts: object }>['verdicts']): string {
  const lines = CHECKS.map(({ id, severity, title }) =>
    [(verdicts[id] ?? '').padEnd(13), severity.padEnd(8), id.padEnd(28), title].join('  '),
  )
  const numbers = [...Map.groupBy(Object.values(verdicts), (verdict) => verdict)].map(
    ([verdict, { length }]) => `${length} ${verdict}`,
  )
  return `${lines.join('\n')}\n\n${numbers.join(', ')}\n`
}
