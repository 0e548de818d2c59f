import { randomUUID } from 'node:crypto'

import { reasonOf } from './abort.ts'
import { chargesOf } from './budgets.ts'
import type { Charge, Demand } from './budgets.ts'
import { sleepFor } from './clock.ts'
import type { Clock, Sleep } from './clock.ts'
import { createGate } from './gates.ts'
import type { Gate } from './gates.ts'
import { createLocalLeases } from './leases.ts'
import type { Leases } from './leases.ts'

/**
 * Decides when a request may start: few at once per tenant, many at once over all, within every
 * limit of Microsoft's, and in turns. No request holds a slot while waiting for a limit.
 */
export type Limiter = {
  /**
   * Resolves when the request may start; call the result when it has ended, however it ended. Null
   * as soon as it is known that it could not start before its deadline. Rejects with the signal's
   * reason, or with what the leases were refused with.
   */
  acquire(request: SlotRequest): Promise<Release | null>
  /** Microsoft said 429: nothing of this kind starts for so long, for the tenant or for all. */
  pause(pause: Pause): void
}

type SlotRequest = {
  tenantId: string
  demand: Demand
  signal?: AbortSignal | undefined
  deadlineAt?: Date | undefined
}
export type Release = () => void
export type Pause = { tenantId: string; demand: Demand; scope: Charge['scope']; ms: number }

type LimiterOptions = {
  clock: Clock
  sleep?: Sleep
  /** Whose requests these are; Microsoft's limits are per application. */
  appId: string
  /** Absent: this process keeps the limits alone. */
  leases?: Leases
  /** Requests in flight over all tenants. */
  maxConcurrent?: number
  /** Requests in flight for one tenant; fewer while half of all places are taken. */
  maxConcurrentPerTenant?: number
}

type Waiter = {
  units: number
  deadlineAt: number
  resolve: (release: Release | null) => void
  reject: (error: unknown) => void
}

/** Requests of one tenant that pass the same gates, in the order in which they came. */
type Line = {
  key: string
  lane: Lane
  gates: Gate<Line>[]
  /** How many gates the first in line has behind it. */
  passed: number
  waiters: Waiter[]
  isAdmitting: boolean
  waitsAt: Gate<Line> | null
}

type Lane = {
  tenantId: string
  running: number
  lines: Map<string, Line>
  /** Gates of this tenant alone, by key: several lines may pass the same. */
  gates: Map<string, Gate<Line>>
  /** Lines that wait for one of the tenant's requests to end. */
  parked: Set<Line>
}

const DEFAULT_MAX_CONCURRENT = 64
const DEFAULT_MAX_CONCURRENT_PER_TENANT = 24
/** The limit of a tenant while others wait: a slow one must not take every slot. */
const SHARE_WHEN_BUSY = 6
/** Idle tenants are removed above this number. */
const MAX_LANES = 10_000

/** One limiter serves the complete process, because its global bound is only true when it sees every request. */
export function createLimiter(options: LimiterOptions): Limiter {
  const maxConcurrent = options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT
  const maxPerTenant = options.maxConcurrentPerTenant ?? DEFAULT_MAX_CONCURRENT_PER_TENANT
  const own = createLocalLeases(options.clock)
  const leases = options.leases ?? own
  const gateOptions = {
    clock: options.clock,
    sleep: options.sleep ?? sleepFor,
    holder: randomUUID(),
    onOpen(lines: Line[]) {
      for (const line of lines) line.waitsAt = null
      for (const line of lines) ready.add(line)
      startWhatMay()
    },
    onClosed(lines: Line[], opensAt: number) {
      for (const line of lines) giveUpOnLate(line, opensAt)
    },
  }
  const lanes = new Map<string, Lane>()
  const gatesOfAll = new Map<string, Gate<Line>>()
  // In order of last service: a served tenant goes to the end, so tenants take turns.
  const ready = new Set<Line>()
  let running = 0
  let isStarting = false

  function gateOf(charge: Charge, lane: Lane): Gate<Line> {
    const gates = charge.scope === 'application' ? gatesOfAll : lane.gates
    const known = gates.get(charge.key)
    if (known) return known
    const ofCharge = { ...gateOptions, leases: charge.isShared ? leases : own }
    const gate = createGate<Line>(charge, ofCharge)
    gates.set(charge.key, gate)
    return gate
  }

  function lineOf(tenantId: string, demand: Demand): Line {
    const lane = laneOf(tenantId)
    const key = `${demand.budget}/${demand.report}`
    const known = lane.lines.get(key)
    if (known) return known
    const charges = chargesOf(demand, options.appId, tenantId)
    const gates = charges.map((charge) => gateOf(charge, lane))
    const line = { key, lane, gates, passed: 0, waiters: [], isAdmitting: false, waitsAt: null }
    lane.lines.set(key, line)
    return line
  }

  function laneOf(tenantId: string): Lane {
    const known = lanes.get(tenantId)
    if (known) return known
    if (lanes.size >= MAX_LANES) forgetThoseAtRest()
    const lane: Lane = {
      tenantId,
      running: 0,
      lines: new Map(),
      gates: new Map(),
      parked: new Set(),
    }
    lanes.set(tenantId, lane)
    return lane
  }

  function forgetThoseAtRest(): void {
    const now = options.clock.now().getTime()
    for (const [tenantId, { running: ofLane, lines, gates }] of lanes) {
      const isWanted = [...lines.values()].some(({ waiters }) => waiters.length > 0)
      const isClosed = [...gates.values()].some((gate) => gate.opensAt() > now)
      if (ofLane === 0 && !isWanted && !isClosed) lanes.delete(tenantId)
    }
  }

  function acquire({ tenantId, demand, signal, deadlineAt }: SlotRequest): Promise<Release | null> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal))
    return new Promise((resolve, reject) => {
      const line = lineOf(tenantId, demand)
      const waiter: Waiter = {
        units: demand.units,
        deadlineAt: deadlineAt?.getTime() ?? Number.POSITIVE_INFINITY,
        resolve(release) {
          signal?.removeEventListener('abort', leave)
          resolve(release)
        },
        reject(error) {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      const leave = () => {
        line.waiters.splice(line.waiters.indexOf(waiter), 1)
        leaveIfEmpty(line)
        if (signal) reject(reasonOf(signal))
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.waiters.push(waiter)
      if (line.waitsAt) giveUpOnLate(line, line.waitsAt.opensAt())
      else if (!line.isAdmitting && !line.lane.parked.has(line)) ready.add(line)
      startWhatMay()
    })
  }

  function leaveIfEmpty(line: Line): void {
    if (line.waiters.length > 0) return
    line.waitsAt?.leave(line)
    line.waitsAt = null
    if (!line.isAdmitting) abandon(line)
  }

  function giveUpOnLate(line: Line, opensAt: number): void {
    const late = line.waiters.filter(({ deadlineAt }) => deadlineAt <= opensAt)
    if (late.length === 0) return
    line.waiters = line.waiters.filter((waiter) => !late.includes(waiter))
    leaveIfEmpty(line)
    for (const waiter of late) waiter.resolve(null)
  }

  /** No waiting request is left to use the granted units. */
  function abandon(line: Line): void {
    for (const gate of line.gates.slice(0, line.passed)) gate.end()
    line.passed = 0
  }

  function startWhatMay(): void {
    // What happens in this loop calls it again; the loop itself meets whatever that would find.
    if (isStarting) return
    isStarting = true
    for (const line of ready) {
      if (running >= maxConcurrent) break
      ready.delete(line)
      if (line.waiters.length > 0) takePlace(line)
    }
    isStarting = false
  }

  function takePlace(line: Line): void {
    const { lane } = line
    const isBusy = running * 2 >= maxConcurrent
    if (lane.running >= (isBusy ? Math.min(SHARE_WHEN_BUSY, maxPerTenant) : maxPerTenant)) {
      lane.parked.add(line)
      return
    }
    running += 1
    lane.running += 1
    admit(line)
  }

  function givePlaceBack(lane: Lane): void {
    running -= 1
    lane.running -= 1
    for (const line of lane.parked) ready.add(line)
    lane.parked.clear()
    startWhatMay()
  }

  /** Takes the first in line through its gates. The place it has meanwhile is for the asking only. */
  function admit(line: Line): void {
    line.isAdmitting = true
    for (;;) {
      const [waiter] = line.waiters
      if (!waiter) return stay(line)
      const gate = line.gates[line.passed]
      if (!gate) return startUnlessPaused(line, waiter)
      const outcome = gate.pass(waiter.units, (error) => resume(line, error))
      if (outcome === 'asking') return
      if (!outcome) return wait(line, gate)
      line.passed += 1
    }
  }

  function resume(line: Line, error: unknown): void {
    if (error !== undefined) line.waiters.shift()?.reject(error)
    admit(line)
  }

  /** Microsoft may have said 429 after a gate was passed. */
  function startUnlessPaused(line: Line, waiter: Waiter): void {
    const paused = line.gates.find((gate) => gate.isPaused())
    if (paused) wait(line, paused)
    else start(line, waiter)
  }

  function start(line: Line, waiter: Waiter): void {
    line.waiters.shift()
    line.passed = 0
    line.isAdmitting = false
    if (line.waiters.length > 0) ready.add(line)
    waiter.resolve(releaseOnce(line))
    startWhatMay()
  }

  function wait(line: Line, gate: Gate<Line>): void {
    line.isAdmitting = false
    giveUpOnLate(line, gate.opensAt())
    if (line.waiters.length > 0) {
      line.waitsAt = gate
      gate.wait(line)
    }
    givePlaceBack(line.lane)
  }

  function stay(line: Line): void {
    line.isAdmitting = false
    abandon(line)
    givePlaceBack(line.lane)
  }

  function releaseOnce(line: Line): Release {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      for (const gate of line.gates) gate.end()
      givePlaceBack(line.lane)
    }
  }

  return {
    acquire,
    pause({ tenantId, demand, scope, ms }) {
      const { gates } = lineOf(tenantId, demand)
      const gate = gates.find(({ charge }) => charge.scope === scope) ?? gates[0]
      gate?.close(ms)
    },
  }
}
