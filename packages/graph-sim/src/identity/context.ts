import type { Counters } from '../counters.ts'
import type { Faults } from '../faults.ts'
import type { World } from '../world/types.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import type { Directories } from './directories.ts'
import type { SigningKeys } from './keys.ts'

/** What every answer of the identity platform is made from. */
export interface IdentityContext {
  readonly world: World
  readonly directories: Directories
  readonly keys: SigningKeys
  readonly codes: AuthorizationCodes
  readonly faults: Faults
  readonly counters: Counters
  readonly now: () => number
  readonly newId: () => string
}
