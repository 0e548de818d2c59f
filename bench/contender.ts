import { people as officialPeople } from './contenders/official-client.ts'
import { people as rawPeople } from './contenders/raw-requests.ts'
import { changes, people } from './contenders/tenantscope.ts'
import { serve } from './serve.ts'

/** Small enough to be read page by page. */
const KNOWN_TO_BE_SMALL = 1_000

/** The reader, by the name that the cases use. */
const CONTENDERS = {
  'raw requests': rawPeople,
  'Tenantscope, page by page': people(KNOWN_TO_BE_SMALL),
  'Tenantscope, in ranges': people(null),
  'Tenantscope, changes': changes,
  'official client, as documented': officialPeople(),
  'official client, $top=999': officialPeople(999),
} as const

const name = process.argv[3] ?? ''
const contender = Object.entries(CONTENDERS).find(([known]) => known === name)?.[1]
if (contender === undefined) throw new Error(`There is no contender '${name}'`)
await serve(contender)
