import type { ConditionalAccessPolicy } from './types.ts'

/** Ids that policies may name. */
export interface PolicyPlaces {
  readonly breakGlassGroupId: string
  readonly exceptionsGroupId: string
  readonly countriesLocationId: string | undefined
  readonly officeLocationId: string | undefined
  readonly somePersonIds: readonly string[]
  /** Risk policies need Entra ID P2. */
  readonly hasP2: boolean
}

export type Values = Readonly<Record<string, unknown>>

/** The parts of a policy that are not blank. */
export interface StyledDraft {
  readonly displayName: string
  readonly state?: ConditionalAccessPolicy['state']
  readonly users?: Values
  readonly applications?: Values
  /** Further conditions. */
  readonly conditions?: Values
  readonly grant?: Values | null
  readonly session?: Values
}
