import { CHANGE_KINDS, isChangeKind, type ChangeKind } from './world/changes.ts'
import type { Tenant, World } from './world/types.ts'

/** What was asked of the simulator itself cannot be done; the message names the field. */
export class ControlRefusal extends Error {}

export type Fields = Readonly<Record<string, unknown>>

/** Returns the JSON object of a request. Unknown fields are refused, since they would have no effect. */
export function readFields(body: string, known: readonly string[]): Fields {
  const fields = readObject(body)
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) {
      throw new ControlRefusal(`${name} is not known here; what may be given: ${known.join(', ')}.`)
    }
  }
  return fields
}

/** A tenant may be named by its id or by its default domain. */
export function readTenant(world: World, value: unknown): Tenant {
  if (value === undefined || value === null) throw new ControlRefusal('tenantId is missing.')
  const tenant = world.tenants.find((each) => each.id === value || each.defaultDomainName === value)
  if (tenant) return tenant
  throw new ControlRefusal(`tenantId: there is no tenant ${JSON.stringify(value)}.`)
}

export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || typeof value === 'string') return value
  throw new ControlRefusal(`${name} must be a text.`)
}

export function readTexts(fields: Fields, name: string): string[] | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw new ControlRefusal(`${name} must be a list of texts.`)
}

/** What may happen, by its names; undefined when none were given. */
export function readChangeKinds(fields: Fields): ChangeKind[] | undefined {
  const names = readTexts(fields, 'kinds')
  if (names?.every(isChangeKind) === true && names.length > 0) return names
  if (names === undefined) return undefined
  throw new ControlRefusal(`kinds must be some of: ${CHANGE_KINDS.join(', ')}.`)
}

export function readBoolean(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (typeof value === 'boolean') return value
  throw new ControlRefusal(`${name} must be true or false.`)
}

/** Above 0, and no more than the most if there is one; undefined when it was not given. */
export function readNumber(fields: Fields, name: string, max = Infinity): number | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && value > 0 && value <= max) return value
  throw new ControlRefusal(`${name} must be a number above 0${upTo(max)}.`)
}

export function readCount(fields: Fields, name: string, max = Infinity): number | undefined {
  const value = readNumber(fields, name, max)
  if (value === undefined || Number.isInteger(value)) return value
  throw new ControlRefusal(`${name} must be a whole number above 0${upTo(max)}.`)
}

function upTo(max: number): string {
  return max === Infinity ? '' : `, at most ${max}`
}

function readObject(body: string): Fields {
  const value = parse(body)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ControlRefusal('The body must be an object such as {"name":"throttle"}.')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ControlRefusal('The body is not JSON.')
  }
}
