import { createHash } from 'node:crypto'

import { CHECKS } from '@tenantscope/analysis/checks/catalogue'

/**
 * Identifies the checks, their order and their versions; stored with each judging. Letters of
 * tenant_postures are in the order of CHECKS only where `rules` equals it.
 */
export const RULES = createHash('sha256')
  .update(CHECKS.map(({ id, version }) => `${id}:${version}`).join('\n'))
  .digest('hex')
  .slice(0, 16)
