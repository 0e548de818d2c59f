import { signInLocally } from '@tenantscope/contract/auth'
import { ErrorBody } from '@tenantscope/contract/errors'

import { judged, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import { jsonOf } from './input-validation.ts'
import type { ProbeAnswer, SelfProbe } from './self-probe.ts'

/** Stacks, paths of this machine, SQL and the words of parsers. */
const INSIDE =
  /node_modules|\bat \S+ \(|\.[cm]?[jt]s:\d|file:\/\/|\bselect\b.*\bfrom\b|\binsert into\b|syntax error|unexpected token|in json at/iu

/** Bodies that say more than the house's error body have been added to. */
const Strict = ErrorBody.strict()

/** Requests that must fail, and what they are told. */
export async function checkErrorAnswers({ probe }: { probe: SelfProbe }): Promise<Verdict> {
  const answers = [
    ['an unknown address', 404, await probe({ method: 'GET', url: '/api/self-check/unknown' })],
    [
      'malformed JSON',
      400,
      await probe({ method: 'POST', url: signInLocally.path, payload: '{"username":' }),
    ],
    ['an address that cannot be read', 400, await probe({ method: 'GET', url: '/api/%zz' })],
  ] as const
  const problems = answers.flatMap(([what, status, answer]) =>
    problemsOf(answer, status).map((problem) => `${what}: ${problem}`),
  )
  const what = answers.map(([name]) => name).join(', ')
  return judged(
    problems,
    problems.length === 0 ? [`plain refusals without inner details: ${what}`] : [],
  )
}

function problemsOf({ status, text, headers }: ProbeAnswer, wanted: number): string[] {
  return [
    ...when(status !== wanted, `answered with ${status} instead of ${wanted}`),
    ...(Strict.safeParse(jsonOf(text)).success ? [] : ['not the body of every refusal']),
    ...when(INSIDE.test(text), 'tells of the inside'),
    ...when(headers['x-powered-by'] !== undefined, 'names the software behind it'),
  ]
}
