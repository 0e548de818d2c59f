import type { Person } from './types.ts'

/** The rule of a group whose members are chosen by their department. */
export function departmentRule(department: string): string {
  return `(user.department -eq "${department}") and (user.userType -ne "Guest")`
}

/** Whether a directory's rule chooses this person; only rules by department are known. */
export function matchesRule({ department, userType }: Person, rule: string): boolean {
  const wanted = /^\(user\.department -eq "([^"]*)"\)/.exec(rule)?.[1]
  if (wanted === undefined) throw new Error(`Unsupported membership rule: ${rule}`)
  return department === wanted && userType !== 'Guest'
}
