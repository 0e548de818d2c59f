import type { Cloud } from '@tenantscope/graph-client/clouds'

/** What sign-in needs of the stored Microsoft connection; the feature that stores it stands higher. */
export interface MicrosoftConnection {
  /** Null while none is stored. */
  current(): Promise<{
    readonly clientId: string
    readonly clientSecret: string | null
    readonly tenantId: string
    readonly cloud: Cloud
    /** The last sign-in or consent check that worked; what reads without a person does not count. */
    readonly lastSignInAt: Date | null
  } | null>
  recordSignIn(): Promise<void>
}
