import { GraphFailure } from '../../engine/failures.ts'
import type { TenantGraph } from '../../engine/graph.ts'
import { readTenantFacts } from '../../read/tenant-facts.ts'
import type { TenantFacts } from '../../read/tenant-facts.ts'

/** A reply of Microsoft in its documented shape, in our own words, with what a read keeps of it. */
export type Golden = {
  name: string
  /** How the path that answers begins. */
  path: string
  /** Whether the object comes alone or in a collection. */
  comes: 'alone' | 'in a collection'
  /** What the read gives, always as rows. */
  read: (graph: TenantGraph) => Promise<readonly unknown[]>
  /** Everything that Microsoft documents, and what is kept of it. */
  full: Readonly<Record<string, unknown>>
  keptOfFull: unknown
  /** Properties without which the object is of no use; any other may be null or absent. */
  required: readonly string[]
  /** What is kept where there is nothing but the required. */
  keptOfBare: unknown
  /** Members that came later, ids in the other case, texts that are empty, dates that say never. */
  odd: Readonly<Record<string, unknown>>
  keptOfOdd: unknown
  /** Paths in `full` that are not read: `assignedPlans`, `principal.userType`. */
  unneeded: readonly string[]
  /** Members of `full` in which the names of further properties are kept. */
  keepsNamesIn?: readonly string[]
  /** What else is answered, by the beginnings of paths. */
  others?: Readonly<Record<string, unknown>>
}

export const TENANT = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'
export const ADA = '1b0c7e0a-93f4-4c55-8a1e-2f6d9b3c4e01'
export const GROUP = '2c1d8f1b-a4e5-4d66-9b2f-3a7e0c4d5f02'
export const APP = '3d2e9a2c-b5f6-4e77-8c3a-4b8f1d5e6a03'
export const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
export const EXCHANGE = '9aaf7827-d63c-4b61-89c3-182f06f82e5c'
export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

/** How some services write a date that never was. */
export const NEVER = '0001-01-01T00:00:00Z'

export async function wholeOf<T>(pages: AsyncIterable<T[]> | null): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages ?? []) rows.push(...page)
  return rows
}

/** One of the facts that come together, as rows. */
export async function readFact(
  graph: TenantGraph,
  part: keyof TenantFacts,
): Promise<readonly unknown[]> {
  const fact = (await readTenantFacts(graph))[part]
  if (fact instanceof GraphFailure) throw fact
  return Array.isArray(fact) ? fact : [fact]
}
