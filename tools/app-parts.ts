/** The parts of the application, read from the sources of `packages/server/src/app`. */

const STEPS = ['mount', 'prepare', 'work', 'sweep', 'drain', 'close'] as const
type Step = (typeof STEPS)[number]

/** The processes, and the steps of a part that each of them calls. */
const PROCESSES = {
  Web: STEPS,
  Worker: ['work', 'close'],
} as const satisfies Record<string, readonly Step[]>

interface AppPart {
  readonly name: string
  readonly file: string
  /** The doc comment of the function that composes it. */
  readonly summary: string
  /** What each step calls. */
  readonly steps: readonly { readonly name: Step; readonly calls: readonly string[] }[]
}

/** Returns the parts of each process in start order. `sources`: the texts of `app/` by file name. */
export function partsByProcess(
  sources: ReadonlyMap<string, string>,
): { process: string; parts: AppPart[] }[] {
  const composition = sources.get('parts.ts') ?? ''
  return Object.entries(PROCESSES).map(([process, steps]) => {
    const text = definition(composition, `compose${process}Parts`).body
    const composers = new Map(
      Array.from(text.matchAll(/const (\w+) = (compose\w+)\(/g), ([, name, composer]) => [
        name,
        composer,
      ]),
    )
    const [, list = ''] = /const parts: readonly Part\[\] = \[([^\]]*)\]/.exec(text) ?? []
    const parts = Array.from(list.matchAll(/\w+/g), ([name]) =>
      partOf(name, { composer: composers.get(name) ?? name, sources, steps }),
    )
    return { process, parts }
  })
}

/** Returns the list as text: a line for each part and one for each of its steps. */
export function printedParts(processes: ReturnType<typeof partsByProcess>): string {
  return processes
    .flatMap(({ process, parts }) => [
      `${process} process: starts its parts in this order and closes them in reverse order.`,
      ...parts.flatMap(({ name, file, summary, steps }) => [
        '',
        `${name} (app/${file}): ${summary}`,
        ...steps.map((step) => `  ${step.name.padEnd(8)} ${step.calls.join(', ')}`),
      ]),
      '',
    ])
    .join('\n')
}

function partOf(
  name: string,
  given: {
    composer: string
    sources: ReadonlyMap<string, string>
    steps: readonly Step[]
  },
): AppPart {
  const { composer, sources, steps } = given
  const isComposer = new RegExp(`^export (?:function|const) ${composer}\\b`, 'm')
  const [file, text] = [...sources].find(([, source]) => isComposer.test(source)) ?? []
  if (file === undefined || text === undefined) throw new Error(`app/ has no ${composer}`)
  const { body, summary } = definition(text, composer)
  const found = stepsIn(body).filter((step) => steps.includes(step.name))
  if (found.length === 0) throw new Error(`${composer} has no step that was recognized`)
  return { name, file, summary, steps: found }
}

/** Returns a top-level definition of a formatted source, and its doc comment in one line. */
function definition(text: string, name: string): { body: string; summary: string } {
  const [body = ''] =
    new RegExp(`^export (?:function|const) ${name}\\b[\\s\\S]*?^}\\)?$`, 'm').exec(text) ?? []
  const before = text.slice(0, text.indexOf(body)).trimEnd()
  const comment = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : ''
  return { body, summary: comment.replaceAll(/^\/\*\*|\*\/$|\n \*(?!\/)/g, '').trim() }
}

function stepsIn(body: string): AppPart['steps'] {
  const lines = body.split('\n')
  return lines.flatMap((line, index) => {
    const [, indent = '', name] = /^( {2,4})(?:async )?(\w+)(?=[(:])/.exec(line) ?? []
    const step = STEPS.find((each) => each === name)
    if (step === undefined) return []
    const after = lines.slice(index + 1)
    const end = after.findIndex((each) => each !== '' && !each.startsWith(`${indent} `))
    const [, expression = ''] = /=> (.+)$/.exec(line) ?? []
    return [{ name: step, calls: callsIn([expression, ...after.slice(0, end)]) }]
  })
}

const STATEMENT =
  /^\s*(?:for \(.*?\) )?(?:\w+ = )?(?:await )?(?:Promise\.all\(\[?)?((?:\w+\??\.)*[a-z]\w*)\((\w*)/
const NO_CALL = /^(?:if|function|logger|Promise|clearInterval|setInterval)\b/

/** Returns the calls that lines begin with; of a job its name. */
function callsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, call, argument = ''] = STATEMENT.exec(line) ?? []
    if (call === undefined || NO_CALL.test(call)) return []
    return call.startsWith('jobs.') ? `${call}(${argument})` : call
  })
}
