import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

/** What sign-in needs of the stored Microsoft connection; the feature that stores it stands higher. */
export interface MicrosoftConnection {
  /** Null while none is stored. */
  current(): Promise<{
    readonly clientId: string
    readonly credential: AppCredential | null
    readonly tenantId: string
    readonly cloud: Cloud
    /** Grows with every change. */
    readonly version: number
    /** The last sign-in or consent check that worked; what reads without a person does not count. */
    readonly lastSignInAt: Date | null
  } | null>
  recordSignIn(version: number): Promise<void>
}
