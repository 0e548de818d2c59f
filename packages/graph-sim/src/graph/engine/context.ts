import type { Counters } from '../../counters.ts'
import type { Faults } from '../../faults.ts'
import type { Limits } from '../../limits.ts'
import type { World } from '../../world/types.ts'
import type { AccessTokens } from './access-token.ts'

/** The parts of the simulator that answers of Graph depend on. */
export interface GraphContext {
  readonly world: World
  readonly tokens: AccessTokens
  readonly faults: Faults
  readonly limits: Limits
  readonly counters: Counters
  readonly now: () => number
  readonly newId: () => string
  readonly pageSecret: string
}
