import type { Config } from '../config.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { KeyRing } from '../lib/secret-key.ts'
import { composeAudit } from './audit.ts'
import type { AuditSeals } from './audit.ts'
import { composeOwnAccount } from './own-account.ts'
import type { People, PeopleDeps } from './people.ts'
import type { Refreshing, RefreshingDeps } from './refreshing.ts'
import { composeRoleMappings } from './role-mappings.ts'
import { mountSecurityChecks } from './security-audit.ts'
import { composeSystem } from './system.ts'
import { mountUserAdministration } from './user-administration.ts'

export type Administration = ReturnType<typeof composeAdministration>

export interface AdministrationDeps extends RefreshingDeps, PeopleDeps, People, Refreshing {
  readonly database: RefreshingDeps['database']
  readonly config: Config
  readonly auditSeals: AuditSeals
  /** Absent: it does. */
  readonly sealsInBackground?: boolean
  readonly keyRing: KeyRing
  /** scrypt's cost of backups; tests take a cheap one. */
  readonly backupCost?: number
}

/** Everything under the admin menu that is not composed elsewhere, and people's own accounts. */
export function composeAdministration(deps: AdministrationDeps) {
  const ownAccount = composeOwnAccount(deps)
  const audit = composeAudit(deps)
  const system = composeSystem(deps)
  const { roleDecisions, roleSync, ...roleMappings } = composeRoleMappings(deps)
  return {
    /** Signing in asks it for the second step. */
    secondFactor: ownAccount.secondFactor,
    /** What the role mappings make of people, and how it is laid over them. */
    roleDecisions,
    roleSync,
    mount(server: HttpServer): void {
      ownAccount.mount(server)
      audit.mount(server)
      mountSecurityChecks(server, deps)
      roleMappings.mount(server)
      system.mount(server)
      mountUserAdministration(server, { ...deps, roleDecisions, roleSync })
    },
    /** Takes part in the work; without this the process only shows and asks. */
    async work(): Promise<void> {
      await system.work()
      if (deps.sealsInBackground !== false) audit.work()
    },
    /** Every hour. */
    async sweep(): Promise<void> {
      await ownAccount.sweep()
      await audit.sweep()
      await system.sweep()
    },
    drain: () => system.drain(),
    /** Before the database goes. */
    async close(): Promise<void> {
      await system.close()
      await audit.close()
    },
  }
}
