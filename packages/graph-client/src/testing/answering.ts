import { z } from 'zod'

import type { Cloud } from '../engine/clouds.ts'
import type { TenantOptions } from '../engine/graph.ts'
import type { Reply } from './fake-microsoft.ts'
import type { Golden } from './golden/golden.ts'
import { setUpGraph } from './set-up.ts'

/** Bodies by the beginnings of paths; the longest that fits is answered, undefined is 404. */
export type Bodies = Readonly<Record<string, unknown>>

type Answer = (path: string) => Reply

const Batch = z.object({ requests: z.array(z.object({ id: z.string(), url: z.string() })) })

/** The client against a Microsoft that answers each path so, whether it comes alone or in a batch. */
export async function setUpAnswers(
  initial: Bodies | Answer = {},
  options: { cloud?: Cloud; tenant?: TenantOptions } = {},
) {
  let answer = answerOf(initial)
  const set = await setUpGraph(({ path, body }) => {
    const isBatch = path.startsWith('/v1.0/$batch')
    return isBatch ? batchOf(answer, body) : answer(path.replace('/v1.0', ''))
  }, options)
  return {
    ...set,
    answer: (next: Bodies | Answer) => {
      answer = answerOf(next)
    },
  }
}

/** Responds as Microsoft with this single object. */
export function bodiesWith(golden: Golden, object: unknown, hasContext = true): Bodies {
  const context = { '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${golden.path}` }
  const body = golden.comes === 'alone' ? object : { value: [object] }
  const whole = typeof body === 'object' && hasContext ? { ...context, ...body } : body
  return { ...golden.others, [golden.path]: whole }
}

function answerOf(answers: Bodies | Answer): Answer {
  return typeof answers === 'function' ? answers : (path) => replyTo(answers, path)
}

function batchOf(answer: Answer, body: string): Reply {
  const { requests } = Batch.parse(JSON.parse(body))
  const responses = requests.map(({ id, url }) => ({ id, status: 200, ...answer(url) }))
  return { body: { responses } }
}

export function replyTo(bodies: Bodies, path: string): Reply {
  const start = Object.keys(bodies)
    .filter((known) => decodeURI(path).startsWith(known))
    .toSorted((a, b) => b.length - a.length)[0]
  const body = start === undefined ? undefined : bodies[start]
  return body === undefined ? { status: 404, body: { error: { code: 'BadRequest' } } } : { body }
}
