import { z } from 'zod'

import { ReportDocument } from './report-document.ts'

/**
 * What every property of a report's JSON file means, for those who read it with programs of their own
 * (docs/report-schema.json, written by tools/report-schema.ts).
 */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '': 'A report of Tenantscope as its JSON file holds it. A new optional property keeps the version; anything else changes it.',
  schema: 'Names this format.',
  version: 'Of this format.',
  reportType: "'user-license' is the User to License Report.",
  isRedacted: 'True in shared reports: what may not leave is absent, addresses are masked.',
  tenant: 'The tenant that is reported on.',
  'tenant.displayName': 'Its name.',
  'tenant.id': 'The directory id. Absent in shared reports.',
  'tenant.defaultDomainName': 'Null where none is known. Absent in shared reports.',
  createdAt: 'When the report was made, ISO 8601 in UTC.',
  createdBy: 'The name of who made it. Absent in shared reports.',
  timeZone: 'The IANA time zone in which other files of this report show times.',
  dataAsOf: 'When the data was read from Microsoft, ISO 8601 in UTC.',
  summary: 'Totals of what the report holds.',
  'summary.totalUsers': 'People of the report.',
  'summary.totalLicenses': 'Licenses of the report.',
  'summary.totalAssignments': 'Pairs of a person and a license of the report.',
  licenses: 'The chosen licenses, by name.',
  'licenses.skuId': 'Absent in shared reports.',
  'licenses.skuPartNumber': "Microsoft's name for programs, such as SPE_E3.",
  'licenses.friendlyName': "The administrator's name for it, else the product's.",
  'licenses.licenseType': 'What kind of license it is.',
  'licenses.enabledUnits': 'Usable seats of the whole tenant: enabled and warning.',
  'licenses.consumedUnits': 'Assigned seats of the whole tenant.',
  'licenses.availableUnits': 'Usable seats that nobody holds, never below zero.',
  'licenses.utilizationPercent':
    'Assigned over usable seats, in whole percent. Null when nothing is usable or the license is not paid.',
  'licenses.utilization': 'The same in words. Null when nothing is usable and nothing used.',
  'licenses.reportedUsers': 'People of this report who hold it.',
  'licenses.price': 'Of a seat. Null where none is known. Absent in shared reports.',
  'licenses.price.monthly': 'Per month.',
  'licenses.price.currency': 'ISO 4217.',
  'licenses.price.source': "'list' is the list price, 'own' the administrator's own.",
  'licenses.removableSeats':
    'Seats that could go. Null for licenses that never enter waste. Absent in shared reports.',
  'licenses.monthlySavings':
    'What those seats cost per month. Null where no price is known. Absent in shared reports.',
  users: 'The chosen people, by name.',
  'users.id': 'The object id. Absent in shared reports.',
  'users.displayName':
    'The display name, else the sign-in name, else the id. In shared reports perhaps masked.',
  'users.userPrincipalName':
    'The sign-in name. Null where none is known. Masked in shared reports.',
  'users.email': 'Null where none is known. Absent in shared reports.',
  'users.isGuest': 'True for guests. Absent in shared reports.',
  'users.isBlocked': 'True for who cannot sign in. Absent in shared reports.',
  'users.assignedLicenses': 'Those of the chosen licenses that the person holds.',
  'users.assignedLicenses.friendlyName': 'As in licenses.',
  'users.assignedLicenses.skuPartNumber': 'As in licenses.',
}

/** As much of a JSON Schema as leads to the properties. */
const SchemaNode = z.looseObject({
  get properties() {
    return z.record(z.string(), SchemaNode).optional()
  },
  get items() {
    return SchemaNode.optional()
  },
  get anyOf() {
    return z.array(SchemaNode).optional()
  },
})
type SchemaNode = z.infer<typeof SchemaNode>

/** The JSON Schema of a report's JSON file; throws where a property has no description. */
export function reportSchema(): SchemaNode {
  const schema = z.toJSONSchema(ReportDocument, {
    // What is read may hold properties that came later.
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return described({ title: 'Tenantscope report', ...SchemaNode.parse(schema) }, '')
}

function described(node: SchemaNode, path: string): SchemaNode {
  const description = DESCRIPTIONS[path]
  if (description === undefined) throw new Error(`Property '${path}' has no description`)
  return { description, ...inside(node, path) }
}

function inside(node: SchemaNode, path: string): SchemaNode {
  const { properties, items, anyOf } = node
  return {
    ...node,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          described(property, path === '' ? name : `${path}.${name}`),
        ]),
      ),
    }),
    ...(items && { items: inside(items, path) }),
    ...(anyOf && { anyOf: anyOf.map((choice) => inside(choice, path)) }),
  }
}
