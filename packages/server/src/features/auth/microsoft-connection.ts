import type { Cloud } from '@tenantscope/graph-client/clouds'

/** What sign-in needs of the stored Microsoft connection; the feature that stores it stands higher. */
export interface MicrosoftConnection {
  /** Null while none is stored. */
  current(): Promise<{
    readonly clientId: string
    readonly clientSecret: string | null
    readonly tenantId: string
    readonly cloud: Cloud
    /** Any success at Microsoft, as far as it was recorded. */
    readonly lastSuccessAt: Date | null
  } | null>
  recordSuccess(): Promise<void>
}
