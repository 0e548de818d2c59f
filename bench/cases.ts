/** The cases to compare. Times are medians of interleaved runs; goals are ratios within one run. */
export interface Case {
  readonly name: string
  readonly world: { readonly tenants: number; readonly users: number; readonly latencyMs: number }
  readonly contenders: readonly string[]
  /** Contenders that are also measured against a Microsoft without latency, as 'NAME, no latency'. */
  readonly withoutLatency?: readonly string[]
  /** Changes made in each tenant before each round. */
  readonly changes?: number
  readonly goals: readonly Goal[]
}

interface Goal {
  readonly text: string
  readonly atMost: number
  readonly ratio: (medians: Medians, world: Case['world']) => number
}

type Medians = (contender: string) => Median

export interface Median {
  readonly milliseconds: number
  /** The fastest round, with the least other load. */
  readonly quickestMilliseconds: number
  readonly cpuMilliseconds: number
  readonly peakMegabytes: number
  readonly requests: number
  readonly rows: number
}

const LATENCY_MS = 80
/** The token, then the pages of 10,000 people with 999 on each. */
const SERIAL_REQUESTS = 12

export const CASES: readonly Case[] = [
  {
    name: '1 tenant, 10,000 people',
    world: { tenants: 1, users: 10_000, latencyMs: LATENCY_MS },
    contenders: [
      'raw requests',
      'Tenantscope, page by page',
      'Tenantscope, in ranges',
      'official client, $top=999',
      'official client, as documented',
    ],
    goals: [
      {
        text: 'page by page / the serial bound as measured (raw requests)',
        atMost: 1.15,
        ratio: (of) =>
          of('Tenantscope, page by page').milliseconds / of('raw requests').milliseconds,
      },
      {
        text: 'in ranges / the serial bound as measured',
        atMost: 0.35,
        ratio: (of) => of('Tenantscope, in ranges').milliseconds / of('raw requests').milliseconds,
      },
      {
        text: `page by page / ${SERIAL_REQUESTS} x latency`,
        atMost: 1.15,
        ratio: (of, { latencyMs }) =>
          of('Tenantscope, page by page').milliseconds / (SERIAL_REQUESTS * latencyMs),
      },
      {
        text: `in ranges / ${SERIAL_REQUESTS} x latency`,
        atMost: 0.35,
        ratio: (of, { latencyMs }) =>
          of('Tenantscope, in ranges').milliseconds / (SERIAL_REQUESTS * latencyMs),
      },
    ],
  },
  {
    name: '1 tenant, 10,000 people, 1 % of them changed',
    world: { tenants: 1, users: 10_000, latencyMs: LATENCY_MS },
    contenders: ['Tenantscope, changes', 'Tenantscope, page by page', 'Tenantscope, in ranges'],
    changes: 100,
    goals: [
      {
        text: 'changes / all users, page by page',
        atMost: 0.2,
        ratio: (of) =>
          of('Tenantscope, changes').milliseconds / of('Tenantscope, page by page').milliseconds,
      },
    ],
  },
  {
    name: '50 tenants, 500 people each',
    world: { tenants: 50, users: 500, latencyMs: LATENCY_MS },
    contenders: [
      'Tenantscope, page by page',
      'official client, $top=999',
      'official client, as documented',
    ],
    withoutLatency: ['Tenantscope, page by page'],
    goals: [
      {
        text: 'Tenantscope / the longer of 2 x latency and its own time without latency',
        atMost: 1.5,
        ratio: (of, { latencyMs }) =>
          of('Tenantscope, page by page').milliseconds /
          Math.max(2 * latencyMs, of('Tenantscope, page by page, no latency').milliseconds),
      },
      {
        text: 'requests, Tenantscope / official client, as documented, all tenants at once',
        atMost: 0.99,
        ratio: (of) =>
          of('Tenantscope, page by page').requests / of('official client, as documented').requests,
      },
      {
        text: 'CPU, Tenantscope / official client, as documented, all tenants at once',
        atMost: 0.99,
        ratio: (of) =>
          of('Tenantscope, page by page').cpuMilliseconds /
          of('official client, as documented').cpuMilliseconds,
      },
      {
        text: 'CPU, Tenantscope / official client, $top=999, all tenants at once',
        atMost: 0.99,
        ratio: (of) =>
          of('Tenantscope, page by page').cpuMilliseconds /
          of('official client, $top=999').cpuMilliseconds,
      },
    ],
  },
]
