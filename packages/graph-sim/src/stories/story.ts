import type { Tenant } from '../world/types.ts'
import type { WellKept } from './well-kept.ts'

/** A verdict of the product on a check, by the words of its specification. */
type ExpectedVerdict =
  | 'passed'
  | 'failed'
  | 'notLicensed'
  | 'noPermission'
  | 'notRead'
  | 'notApplicable'

/** A small tenant, and what follows from Microsoft's documentation for the checks that it is about. */
export interface PostureStory {
  /** Says what the tenant is there to show. */
  readonly name: string
  /** The fact from which the verdicts follow. */
  readonly reason: string
  /** What differs from the well-kept tenant; absent: nothing. */
  readonly patch?: (tenant: WellKept) => Partial<Tenant>
  /** Whether the emergency account is declared in the product; absent: it is. */
  readonly isDeclared?: boolean
  /** By the id of the check. */
  readonly expects: Readonly<Record<string, ExpectedVerdict>>
}

/** Returns the same verdict for several checks, whose ids are separated by spaces. */
export const each = (
  verdict: ExpectedVerdict,
  ids: string,
): Readonly<Record<string, ExpectedVerdict>> =>
  Object.fromEntries(ids.split(/\s+/u).map((id) => [id, verdict]))
