import { writeFileSync } from 'node:fs'

import { reportSchema } from '../packages/contract/src/report-schema.ts'

/** Writes docs/report-schema.json; `npm run fix` formats it. */
writeFileSync('docs/report-schema.json', `${JSON.stringify(reportSchema(), null, 2)}\n`)
