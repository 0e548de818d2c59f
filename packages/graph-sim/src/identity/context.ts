import type { Faults } from '../faults.ts'
import type { World } from '../world/types.ts'
import type { RegisteredCertificates } from './app-certificate.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import type { Directories } from './directories.ts'
import type { SigningKeys } from './keys.ts'
import type { WorkloadIssuer } from './workload-issuer.ts'

/** What every answer of the identity platform is made from. */
export interface IdentityContext {
  readonly world: World
  readonly directories: Directories
  readonly keys: SigningKeys
  readonly certificates: RegisteredCertificates
  readonly workloads: WorkloadIssuer
  readonly codes: AuthorizationCodes
  readonly faults: Faults
  readonly now: () => number
  readonly newId: () => string
}
