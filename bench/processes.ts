import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { z } from 'zod'

import { Measurement } from './protocol.ts'
import type { Setting } from './protocol.ts'

const READY = /ready at (http:\S+)/u

export interface SimulatedMicrosoft {
  readonly setting: Setting
  /** HTTP requests so far. */
  requests(): Promise<number>
  /** Changes this number of users in each tenant, in properties that a read of users returns. */
  change(count: number, seed: number): Promise<void>
  stop(): Promise<void>
}

const Registration = z.object({ clientId: z.string(), clientSecret: z.string() })
const Tenants = z.array(
  z.object({ tenantId: z.string(), kind: z.string(), story: z.string().nullable() }),
)
const Counters = z.object({ requests: z.number() })
/** Stories of customers without consent or with a deleted directory. */
const UNREADABLE = new Set(['consent-withdrawn', 'never-consented', 'directory-gone'])
/** Excludes changes of groups and subscriptions, which would change hundreds of users at once. */
const CHANGES_OF_ONE_PERSON = ['person-renamed', 'person-disabled', 'person-enabled']
/** Additional customers, because some of them cannot be read. */
const SPARE_TENANTS = 8

/** Starts the simulated Microsoft in its own process, with its limits enforced. */
export async function startMicrosoft(world: {
  tenants: number
  users: number
  latencyMs: number
}): Promise<SimulatedMicrosoft> {
  const { tenants, users, latencyMs } = world
  const child = spawn(
    process.execPath,
    [
      'packages/graph-sim/src/main.ts',
      '--port=0',
      `--latency-ms=${latencyMs}`,
      `--tenants=${tenants + SPARE_TENANTS}`,
      `--users=${users}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const endpoint = await addressOf(child)
  const control = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${endpoint}/_simulator/${path}`, init)).json()
  const registration = Registration.parse(await control('registration'))
  const known = Tenants.parse(await control('tenants'))
  const tenantIds = known
    .filter(({ kind, story }) => kind === 'csp' && !UNREADABLE.has(story ?? ''))
    .map(({ tenantId }) => tenantId)
    .slice(0, tenants)
  return {
    setting: { endpoint, ...registration, tenantIds },
    requests: async () => Counters.parse(await control('counters')).requests,
    async change(count, seed) {
      for (const tenantId of tenantIds)
        await control('changes', {
          method: 'POST',
          body: JSON.stringify({ tenantId, count, seed, kinds: CHANGES_OF_ONE_PERSON }),
        })
    },
    stop: () => ended(child),
  }
}

export interface Contender {
  readonly name: string
  prepare(): Promise<void>
  run(): Promise<Measurement>
  stop(): Promise<void>
}

/** Starts a contender in its own process. */
export async function startContender(name: string, setting: Setting): Promise<Contender> {
  const child = fork('bench/contender.ts', [JSON.stringify(setting), name], {
    execArgv: ['--expose-gc'],
  })
  await answerOf(child)
  const ask = async (message: string): Promise<unknown> => {
    const answer = answerOf(child)
    child.send(message)
    return answer
  }
  return {
    name,
    prepare: async () => void (await ask('prepare')),
    run: async () => Measurement.parse(await ask('run')),
    stop: () => ended(child),
  }
}

const Answer = z.union([z.object({ answer: z.unknown() }), z.object({ error: z.string() })])

async function answerOf(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const end = () => reject(new Error('The contender has ended'))
  child.once('message', resolve).once('exit', end)
  const answer = Answer.parse(await promise)
  child.off('exit', end)
  if ('error' in answer) throw new Error(answer.error)
  return answer.answer
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The simulator has no output')
  for await (const line of createInterface(stdout)) {
    const address = READY.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The simulator has ended before it was ready')
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
