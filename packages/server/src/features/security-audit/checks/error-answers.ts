import { signInLocally } from '@tenantscope/contract/auth'
import { ErrorBody } from '@tenantscope/contract/errors'

import { jsonOf } from '../../../lib/json.ts'
import { fact, judged, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { ProbeAnswer, SelfProbe } from './self-probe.ts'

/** Stacks, paths of this machine, SQL and the words of parsers. */
const INSIDE =
  /node_modules|\bat \S+ \(|\.[cm]?[jt]s:\d|file:\/\/|\bselect\b(?:(?!\bselect\b).)*\bfrom\b|\binsert into\b|syntax error|unexpected token|in json at/iu

/** Finds bodies with more fields than the standard error format. */
const Strict = ErrorBody.strict()

/** Sends requests that must fail, and checks the replies. */
export async function checkErrorAnswers({ probe }: { probe: SelfProbe }): Promise<Verdict> {
  const answers = [
    ['an unknown address', 404, await probe({ method: 'GET', url: '/api/self-check/unknown' })],
    [
      'malformed JSON',
      400,
      await probe({ method: 'POST', url: signInLocally.path, payload: '{"username":' }),
    ],
    ['an invalid URL', 400, await probe({ method: 'GET', url: '/api/%zz' })],
  ] as const
  const problems = answers.flatMap(([what, status, answer]) =>
    problemsOf(answer, status).map((text) => `${what}: ${text}`),
  )
  const what = answers.map(([name]) => name).join(', ')
  return judged([
    ...problems.map(problem),
    problems.length === 0 && fact(`refused without internal details: ${what}`),
  ])
}

function problemsOf({ status, text, headers }: ProbeAnswer, wanted: number): string[] {
  return [
    status !== wanted && `answered with ${status} instead of ${wanted}`,
    !Strict.safeParse(jsonOf(text)).success && 'not in the standard error format',
    INSIDE.test(text) && 'reveals internals',
    headers['x-powered-by'] !== undefined && 'reveals the server software',
  ].filter((each) => each !== false)
}
