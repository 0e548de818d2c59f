/** Readable names of the areas of checks, in the order in which they are shown. */
export const AREA_NAMES = {
  ca: 'Conditional Access',
  role: 'Administrators',
  auth: 'Authentication methods',
  pwd: 'Passwords',
  app: 'Applications',
  ten: 'Tenant settings',
  guest: 'Guest access',
  gst: 'Guest accounts',
  usr: 'User accounts',
  grp: 'Groups',
  hyb: 'Directory synchronization',
  dev: 'Devices',
  dom: 'Domains',
  dns: 'Mail protection (DNS)',
  org: 'Organization',
  lic: 'Licenses',
} as const satisfies Record<string, string>

export type CheckArea = keyof typeof AREA_NAMES

const AREAS: readonly string[] = Object.keys(AREA_NAMES)

/** Returns the first part of a check's ID: 'ca' for 'ca.mfa-all-users'; null for an unknown area. */
export function areaOf(checkId: string): CheckArea | null {
  const [area = ''] = checkId.split('.', 1)
  return isArea(area) ? area : null
}

/** Returns the name of a check's area: 'Conditional Access'; for an unknown area its ID. */
export function areaName(checkId: string): string {
  const area = areaOf(checkId)
  return area === null ? (checkId.split('.', 1)[0] ?? checkId) : AREA_NAMES[area]
}

const isArea = (area: string): area is CheckArea => AREAS.includes(area)
