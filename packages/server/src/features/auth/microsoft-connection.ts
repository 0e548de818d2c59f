import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

/** The parts of the stored Microsoft connection that sign-in uses; the azure feature imports this one. */
export interface MicrosoftConnection {
  /** Null when none is stored. */
  current(): Promise<{
    readonly clientId: string
    readonly credential: AppCredential | null
    readonly tenantId: string
    readonly cloud: Cloud
    /** Increases with every change, including changes of the credential only. */
    readonly version: number
    /** The last successful sign-in or consent check; background reads do not count. */
    readonly lastSignInAt: Date | null
  } | null>
  recordSignIn(version: number): Promise<void>
}
