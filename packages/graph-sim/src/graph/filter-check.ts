import type { PropertyRule, QueryRules, Support } from './filter-rules.ts'
import { invalidFilter, type Filter, type Literal, type PropertyPath } from './filter-syntax.ts'
import { propertyNamed, type EntityShape } from './projection.ts'
import { badRequest, unsupportedQuery } from './refusals.ts'

/** Microsoft's bound on what one or, or one in, may list. */
const ALTERNATIVES_MAX = 15

/** Throws Graph's 400 for a property that the type does not have. */
export function requireKnownProperties<Row>(filter: Filter, shape: EntityShape<Row>): void {
  for (const { path } of leavesOf(filter, [])) {
    const [name = ''] = path
    if (propertyNamed(shape, name) !== undefined) continue
    throw badRequest(`Could not find a property named '${name}' on type '${shape.typeName}'.`)
  }
}

/** Throws Graph's 400 for what the directory does not index, or only for advanced queries. */
export function requireSupported(filter: Filter, rules: QueryRules, isAdvanced: boolean): void {
  requireFewAlternatives(filter)
  const leaves = leavesOf(filter, [])
  requireSignInDatesAlone(leaves)
  for (const leaf of leaves) {
    const rule = ruleOf(rules, leaf.path)
    const support = rule && supportOf(rule, leaf)
    if (!rule || !support) throw unsupportedClause(leaf.path, rules)
    requireSameType(leaf)
    if (support === 'advanced' || leaf.isNegated) requireAdvanced(leaf, isAdvanced)
  }
}

/** Whether the filter asks for what is before or after a value of the property. */
export function hasRange(filter: Filter, property: string): boolean {
  return leavesOf(filter, []).some(
    ({ path, operator }) =>
      operator === 'range' && path[0]?.toLowerCase() === property.toLowerCase(),
  )
}

/** The refusal of a property that the directory has no index for. */
export function unsupportedClause(path: PropertyPath, { resource }: QueryRules) {
  return unsupportedQuery(
    `Unsupported or invalid query filter clause specified for property '${path[0] ?? ''}' of resource '${resource}'.`,
  )
}

/** A comparison with the full path of its property; in any() the collection comes first. */
interface Leaf {
  readonly path: PropertyPath
  readonly operator: 'equal' | 'range' | 'startsWith' | 'endsWith'
  readonly literals: readonly Literal[]
  /** ne, or below a not. */
  readonly isNegated: boolean
}

function leavesOf(filter: Filter, above: PropertyPath, variable?: string): Leaf[] {
  const full = (path: PropertyPath) =>
    variable !== undefined && path[0] === variable ? [...above, ...path.slice(1)] : path
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.flatMap((part) => leavesOf(part, above, variable))
    case 'not':
      return leavesOf(filter.inner, above, variable).map((leaf) => ({ ...leaf, isNegated: true }))
    case 'any':
      return leavesOf(filter.inner, [...full(filter.path), 'any'], filter.variable)
    case 'in':
      return [
        { path: full(filter.path), operator: 'equal', literals: filter.literals, isNegated: false },
      ]
    case 'match':
      return [{ path: full(filter.path), operator: filter.match, literals: [], isNegated: false }]
    default: {
      const isEquality = filter.operator === 'eq' || filter.operator === 'ne'
      return [
        {
          path: full(filter.path),
          operator: isEquality ? 'equal' : 'range',
          literals: [filter.literal],
          isNegated: filter.operator === 'ne',
        },
      ]
    }
  }
}

function ruleOf({ filter }: QueryRules, path: PropertyPath): PropertyRule | undefined {
  const wanted = path.join('/').toLowerCase()
  return Object.entries(filter).find(([name]) => name.toLowerCase() === wanted)?.[1]
}

function supportOf(rule: PropertyRule, { operator, literals }: Leaf): Support | undefined {
  if (operator !== 'equal') return rule[operator]
  return literals.some(({ type }) => type === 'null') ? rule.isNull : rule.equal
}

function requireAdvanced({ operator, isNegated, path }: Leaf, isAdvanced: boolean): void {
  if (isAdvanced) return
  if (isNegated && operator === 'equal') {
    throw unsupportedQuery("Unsupported property filter clause operator 'NotEqualsMatch'.")
  }
  if (operator === 'endsWith') {
    throw unsupportedQuery(
      "Operator 'endsWith' is not supported because the required parameters might be missing. Try adding $count=true query parameter and ConsistencyLevel:eventual header. Refer to https://aka.ms/graph-docs/advanced-queries for more information",
    )
  }
  throw unsupportedQuery(
    `Unsupported or invalid query filter clause specified for property '${path[0] ?? ''}': it needs $count=true and the header ConsistencyLevel: eventual.`,
  )
}

/** Dates and switches are no texts: a value in quotes is not compared with them. */
function requireSameType({ path, literals }: Leaf): void {
  const name = path.at(-1) ?? ''
  const isDate = name.endsWith('DateTime')
  const isSwitch = name.endsWith('Enabled') || name.startsWith('isAssignable')
  if (!isDate && !isSwitch) return
  const wanted = isDate ? 'date' : 'boolean'
  if (literals.some(({ type }) => type !== wanted && type !== 'null')) throw invalidFilter()
}

/** As the page "List users" says. */
function requireSignInDatesAlone(leaves: readonly Leaf[]): void {
  const dates = leaves.filter(({ path }) => path[0]?.toLowerCase() === 'signinactivity')
  if (dates.length === 0 || dates.length === leaves.length) return
  throw unsupportedQuery(
    'Filtering by signInActivity is not supported together with other filterable properties.',
  )
}

function requireFewAlternatives(filter: Filter): void {
  const count = alternativesOf(filter)
  if (count <= ALTERNATIVES_MAX) return
  throw unsupportedQuery(
    `Too many child clauses specified in search filter expression containing 'OR' operators: ${count}. Max allowed: ${ALTERNATIVES_MAX}.`,
  )
}

function alternativesOf(filter: Filter): number {
  switch (filter.kind) {
    case 'or':
      return filter.parts.reduce((sum, part) => sum + Math.max(1, alternativesOf(part)), 0)
    case 'and':
      return Math.max(...filter.parts.map(alternativesOf))
    case 'not':
    case 'any':
      return alternativesOf(filter.inner)
    case 'in':
      return filter.literals.length
    default:
      return 1
  }
}
