import type { TestProject } from 'vitest/node'

import { buildTemplate, dropTemplate, type DatabaseTemplate } from './database-template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** Builds the migrated template once per project; every test file copies it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env['TENANTSCOPE_TEST_DATABASE']
  if (engine !== 'pglite' && engine !== 'postgres') {
    throw new Error('TENANTSCOPE_TEST_DATABASE must be pglite or postgres')
  }
  const template = await buildTemplate(engine)
  project.provide('databaseTemplate', template)
  return () => dropTemplate(template)
}
