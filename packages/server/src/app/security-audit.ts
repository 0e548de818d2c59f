import { fileURLToPath } from 'node:url'

import { checkAdminPasswords } from '../features/security-audit/checks/admin-passwords.ts'
import { checkCrossSite } from '../features/security-audit/checks/cross-site.ts'
import { checkDatabase } from '../features/security-audit/checks/database.ts'
import { checkDependencies } from '../features/security-audit/checks/dependencies.ts'
import { checkEnvironment } from '../features/security-audit/checks/environment.ts'
import { checkErrorAnswers } from '../features/security-audit/checks/error-answers.ts'
import { checkHttps } from '../features/security-audit/checks/https.ts'
import { checkInputValidation } from '../features/security-audit/checks/input-validation.ts'
import { checkPasswordHashing } from '../features/security-audit/checks/password-hashing.ts'
import { checkRateLimiting } from '../features/security-audit/checks/rate-limiting.ts'
import { createSelfProbe } from '../features/security-audit/checks/self-probe.ts'
import { checkSessionSecret } from '../features/security-audit/checks/session-secret.ts'
import { checkSessions } from '../features/security-audit/checks/sessions.ts'
import { createSecurityAuditRepo } from '../features/security-audit/security-audit.repo.ts'
import { mountSecurityAudit } from '../features/security-audit/security-audit.routes.ts'
import { createSecurityAuditService } from '../features/security-audit/security-audit.service.ts'
import { createSecurityFactsRepo } from '../features/security-audit/security-facts.repo.ts'
import { createSecurityMeasuring } from '../features/security-audit/security-measuring.service.ts'
import { createSecurityStatusService } from '../features/security-audit/security-status.service.ts'
import { PASSWORD_RULE } from '../features/users/passwords.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'

/** The directory with the lock file and node_modules. */
const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))

interface SecurityChecksDeps {
  foundation: Foundation
  people: People
}

/** Checks the server, configuration and keys of this process. */
export const composeSecurityChecks = (deps: SecurityChecksDeps) => ({
  mount: (server: HttpServer): void => mountChecks(server, deps),
})

function mountChecks(server: HttpServer, { foundation, people }: SecurityChecksDeps): void {
  const { config, database, db, clock } = foundation
  const facts = createSecurityFactsRepo(db)
  const repo = createSecurityAuditRepo(db)
  const probe = createSelfProbe(server)
  const running = { ...foundation, ...people, repo, facts, probe, server, kind: database.kind }
  const program = { projectDirectory: PROJECT, nodeVersion: process.version, clock }
  const measuring = createSecurityMeasuring({
    logger: server.deps.logger,
    checks: {
      password_hashing: () => checkPasswordHashing(running),
      session_secret: () => checkSessionSecret(running),
      admin_password_strength: () => checkAdminPasswords({ facts, currentRule: PASSWORD_RULE }),
      rate_limiting: () => checkRateLimiting(running),
      environment_variables: () => checkEnvironment(running),
      database_security: () => checkDatabase(running),
      session_security: () => checkSessions(running),
      https_enforcement: () => checkHttps(running),
      input_validation: () => checkInputValidation(running),
      cors_configuration: () => checkCrossSite(running),
      error_handling: () => checkErrorAnswers(running),
      dependency_security: () => checkDependencies(program),
    },
  })
  const { nodeEnv } = config
  const endSessionsOf = people.sessions.endAllOf
  mountSecurityAudit(server, {
    audits: createSecurityAuditService({ ...running, measuring, endSessionsOf }),
    status: createSecurityStatusService({ ...running, measuring, nodeEnv }),
  })
}
