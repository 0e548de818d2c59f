import { globSync, readFileSync, writeFileSync } from 'node:fs'

import { getAzurePermissions } from '@tenantscope/contract/azure'
import { LicenseSummary } from '@tenantscope/contract/licenses'
import { PostureEstate, PostureScore } from '@tenantscope/contract/posture'
import { PostureSummary } from '@tenantscope/contract/posture-summary'
import { SavingsSummary } from '@tenantscope/contract/savings'
import { DataAge, listTenants, TenantFigures, Verification } from '@tenantscope/contract/tenants'
import { z } from 'zod'

import avoided from './avoided-words.json' with { type: 'json' }
import { withChecks } from './checks-doc.ts'
import {
  dependencyProblems,
  figureProblems,
  guideProblems,
  withImportOrder,
  wordProblems,
} from './docs.ts'
import { withMicrosoftCodes } from './microsoft-codes-doc.ts'
import { withSensitiveActs } from './sensitive-acts-doc.ts'

/**
 * Prints where the documentation differs from the code and exits with 1 if it does anywhere.
 * `--write` first brings the generated parts up to date.
 */
const ARCHITECTURE = 'docs/ARCHITECTURE.md'
const DECISION = 'docs/decisions/0012-runtime-dependencies.md'
/** Everything that is written by hand. */
const WRITTEN = [
  '{*.md,NOTICE,Dockerfile,compose.yaml,.ci/run}',
  '{bench,deploy,docs,e2e,packages,tools}/**/*.{cjs,css,html,js,json,md,sh,sql,ts,tsx}',
]
const GENERATED = '**/{node_modules,dist,test-results,playwright-report}'
const Package = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })

const isWriting = process.argv.includes('--write')

const problems = [
  ...generatedIn(ARCHITECTURE, withImportOrder),
  ...generatedIn('docs/CHECKS.md', withChecks),
  ...generatedIn('docs/operations/connect.md', withSensitiveActs),
  ...generatedIn('docs/operations/microsoft-codes.md', withMicrosoftCodes),
  ...dependencyProblems(readFileSync(DECISION, 'utf8'), runtimeDependencies()),
  ...figureProblems(readFileSync('docs/figures.md', 'utf8'), {
    fields: figureFields(),
    sources: textsOf('packages/{analysis,server}/src/**/*.ts'),
  }),
  ...globSync('docs/operations/*.md').flatMap((file) =>
    guideProblems(readFileSync(file, 'utf8')).map((problem) => `${file}: ${problem}`),
  ),
  ...wordProblems(textsOf(WRITTEN), avoided),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Returns the texts of files, by path. */
function textsOf(pattern: string | readonly string[]): Map<string, string> {
  const files = globSync(pattern, { exclude: [GENERATED] })
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Compares the generated part of a file with what it is generated from, or writes it. */
function generatedIn(file: string, generate: (text: string) => string): string[] {
  const text = readFileSync(file, 'utf8')
  const current = generate(text)
  if (isWriting) writeFileSync(file, current)
  return isWriting || text === current
    ? []
    : [`${file}: the generated part is out of date; npm run fix writes it`]
}

/** Names of all packages of the registry that one of ours needs at run time. */
function runtimeDependencies(): string[] {
  const names = globSync('packages/*/package.json').flatMap((file) =>
    Object.keys(Package.parse(JSON.parse(readFileSync(file, 'utf8'))).dependencies),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('@tenantscope/')).toSorted()
}

/** Names of the fields with which the calls return figures. */
function figureFields(): string[] {
  const { stats } = listTenants.reply.shape
  const { evaluationMetrics } = getAzurePermissions.reply.shape
  const { members } = PostureEstate.shape
  const schemas = [TenantFigures, SavingsSummary, LicenseSummary, DataAge, PostureSummary]
  return [
    ...Verification.options,
    ...[...schemas, PostureScore, stats, evaluationMetrics, members].flatMap(({ shape }) =>
      Object.keys(shape),
    ),
  ].filter((field) => field !== 'isOld')
}
