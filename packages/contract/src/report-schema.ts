import { z } from 'zod'

import { ReportDocument } from './any-report.ts'

/**
 * Describes every property of a report's JSON file, for users who process it with their own programs
 * (docs/report-schema.json, written by tools/report-schema.ts).
 */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '': 'The JSON file of a Tenantscope report. A new optional property keeps the version; any other change increases it.',
  schema: 'The name of this format.',
  version: 'The version of this format.',
  reportType:
    "'user-license' is the User to License Report, 'posture' is the Security Posture Report, 'savings' is the License Savings Report.",
  isRedacted:
    'True in shared reports: fields that must not be shared are absent, addresses are masked.',
  tenant: 'The tenant of the report.',
  'tenant.displayName': 'Its name.',
  'tenant.id': 'The directory id. Absent in shared reports.',
  'tenant.defaultDomainName': 'Null when unknown. Absent in shared reports.',
  createdAt: 'When the report was created, ISO 8601 in UTC.',
  createdBy: "The creator's name. Absent in shared reports.",
  timeZone: 'The IANA time zone in which other files of this report show times.',
  dataAsOf: 'When the data was read from Microsoft, ISO 8601 in UTC.',
  statement:
    'One sentence that says what was found and, except in shared reports, what it costs. Absent in reports of earlier versions.',
  selection:
    "'chosen' when a user chose the licenses, 'held' when the report has every license with users, 'bought' when it has every license that costs something. Absent in reports of earlier versions.",
  tenantLicenses:
    'The number of visible licenses of the tenant. Totals count only the licenses of the report. Absent in reports of earlier versions.',
  summary: 'Totals of the report.',
  'summary.totalUsers': 'The number of users in the report.',
  'summary.totalLicenses': 'The number of licenses in the report.',
  'summary.totalAssignments': 'The number of pairs of a user and a license in the report.',
  licenses: 'The chosen licenses, by name.',
  'licenses.skuId': 'Absent in shared reports.',
  'licenses.skuPartNumber': "Microsoft's name for programs, such as SPE_E3.",
  'licenses.friendlyName': "The administrator's name for the license, else the product's.",
  'licenses.licenseType': 'The type of the license.',
  'licenses.kind':
    "What the license is. Seats of 'paid', 'context-dependent' and 'retired' licenses are in totals and savings, others in none: 'device' licenses are not assigned to people, and of an 'unknown' one nothing shows that it costs anything. Absent in reports of earlier versions.",
  'licenses.enabledUnits': 'Usable seats of the tenant: enabled and warning.',
  'licenses.consumedUnits': 'Assigned seats of the tenant.',
  'licenses.availableUnits': 'Usable seats without a holder, never below zero.',
  'licenses.utilizationPercent':
    'Assigned seats divided by usable seats, in percent without decimals. Null when no seat is usable or the license is not paid.',
  'licenses.utilization': 'The utilization as a label. Null when no seat is usable or assigned.',
  'licenses.issues': 'The problems of a bought license. Absent in reports of earlier versions.',
  'licenses.issues.kind':
    "'overallocated': more seats are assigned than usable; 'unentitled': seats are in use although none is usable; 'grace': seats of a subscription that was not renewed; 'suspended': suspended or locked-out seats; 'retired': Microsoft no longer sells the license.",
  'licenses.issues.seats':
    'Seats beyond the usable ones, in the grace period, suspended or locked out; usable seats of a retired license.',
  'licenses.issues.endsAt':
    'The end of the grace period, ISO 8601 in UTC. Null when unknown and for other problems.',
  'licenses.renewals':
    'When its subscriptions renew or end, earliest first. Empty when no date is known. Absent in shared reports and in reports of earlier versions.',
  'licenses.renewals.date': 'ISO 8601 in UTC.',
  'licenses.renewals.seats': 'The seats of that day.',
  'licenses.monthlyCost':
    'What the bought seats cost per month. Null when the price is unknown or nothing is paid.',
  'licenses.removableNow': 'The part of the removable seats that can be removed now.',
  'licenses.removableAtRenewal':
    'The part of the removable seats that can be removed at a renewal, earliest first.',
  'licenses.removableAtRenewal.date': 'ISO 8601 in UTC.',
  'licenses.removableAtRenewal.seats': 'The seats of that day.',
  currency: 'The currency of all amounts, ISO 4217.',
  arePeopleKnown:
    'False when users could not be read. Then the seats that blocked users and guests hold are not known.',
  areRenewalsKnown: 'False when subscriptions could not be read. Then renewals are not known.',
  totals: 'The sums of the licenses of the report that cost something.',
  'totals.seats': 'Usable seats.',
  'totals.assigned': 'Assigned seats.',
  'totals.unused': 'Usable seats without a holder.',
  'totals.monthlyCost': 'What the bought seats with a known price cost per month.',
  'totals.unpricedSeats': 'Bought seats without a known price, which are not part of the cost.',
  'totals.savings': 'What could be saved. Null when it is not known.',
  'totals.savings.currency': 'ISO 4217.',
  'totals.savings.monthlyAmount': 'Per month, for seats with a known price.',
  'totals.savings.monthlyAmountNow': 'The part of the seats that can be removed now.',
  'totals.savings.removableSeats': 'Seats that can be removed.',
  'totals.savings.unassignedSeats': 'Removable seats without a holder.',
  'totals.savings.heldSeats': 'Removable seats that blocked users and guests hold.',
  'totals.savings.keptSeats': 'Unassigned seats that are kept on purpose or belong to a trial.',
  'totals.savings.unpricedSeats': 'Removable seats without a known price.',
  'totals.savings.exchange':
    'Present when prices of another currency were converted. Absent in shared reports.',
  'totals.savings.exchange.rates': 'The exchange rates of the amounts.',
  'totals.savings.exchange.rates.currency': 'ISO 4217.',
  'totals.savings.exchange.rates.unitsPerUsd': 'Units of the currency for one US dollar.',
  'totals.savings.exchange.rates.validFrom': 'The first day of the rate.',
  'totals.savings.exchange.missing':
    'Currencies without a rate: amounts that need one are not included.',
  recommendations: 'What to change first, at most three, by amount.',
  'recommendations.friendlyName': 'As in licenses.',
  'recommendations.seats': 'Seats to remove.',
  'recommendations.heldSeats': 'The part of them that blocked users and guests hold.',
  'recommendations.renewsAt': 'When they can be removed, ISO 8601 in UTC. Null: now.',
  'recommendations.monthlyAmount': 'Per month. Null when the price is unknown.',
  renewals: 'The next date of each subscription within 12 months, earliest first.',
  'renewals.renewsAt': 'ISO 8601 in UTC.',
  'renewals.event':
    "'renewsOrEnds': whether it renews by itself is not known; 'trialEnds', 'graceEnds', 'deleted'; 'changes' for other states.",
  'renewals.friendlyName': 'As in licenses.',
  'renewals.skuPartNumber': 'As in licenses.',
  'renewals.seats': 'Null when Microsoft did not return the number.',
  'renewals.monthlyCost': 'Null when the price is unknown or nothing is paid.',
  'renewals.removableSeats':
    'The removable seats in this subscription. Null when not known or never waste.',
  'renewals.monthlySavings': 'Their cost per month. Null when not known.',
  'licenses.reportedUsers': 'Users of this report with the license.',
  'licenses.price': 'The price of a seat. Null when unknown. Absent in shared reports.',
  'licenses.price.monthly': 'Per month.',
  'licenses.price.currency': 'ISO 4217.',
  'licenses.price.source':
    "'list' is the list price, 'own' the customer price for all tenants, 'tenant' the one of this tenant.",
  'licenses.price.convertedFrom':
    'The price as it was entered, where that is in another currency. Absent otherwise.',
  'licenses.price.convertedFrom.monthly': 'Per month.',
  'licenses.price.convertedFrom.currency': 'ISO 4217.',
  'licenses.price.convertedFrom.rates': 'The exchange rates of the conversion.',
  'licenses.price.convertedFrom.rates.currency': 'ISO 4217.',
  'licenses.price.convertedFrom.rates.unitsPerUsd': 'Units of the currency for one US dollar.',
  'licenses.price.convertedFrom.rates.validFrom': 'The first day of the rate.',
  'licenses.removableSeats':
    'Seats that could be removed. Null for licenses that never count as waste. Absent in shared reports.',
  'licenses.removableUnassigned':
    'The part of the removable seats without a holder; blocked users and guests hold the others. Absent in shared reports and in reports of earlier versions.',
  'licenses.monthlySavings':
    'The cost of the removable seats per month. Null when the price is unknown. Absent in shared reports.',
  users: 'The chosen users, by name.',
  'users.id': 'The object id. Absent in shared reports.',
  'users.displayName':
    'The display name, else the sign-in name, else the id. May be masked in shared reports.',
  'users.userPrincipalName': 'The sign-in name. Null when unknown. Masked in shared reports.',
  'users.email': 'The e-mail address. Null when unknown. Absent in shared reports.',
  'users.isGuest': 'True for guests. Absent in shared reports.',
  'users.isBlocked': 'True for users whose sign-in is blocked. Absent in shared reports.',
  'users.assignedLicenses': 'The chosen licenses that the user holds.',
  'users.assignedLicenses.friendlyName': 'As in licenses.',
  'users.assignedLicenses.skuPartNumber': 'As in licenses.',
  score: 'The security score of the tenant over all checks, also where only some were chosen.',
  'score.percent': 'Null when less than half of the weight could be judged.',
  'score.grade': 'The score as a letter. Null when there is no score.',
  'score.checks': 'The number of checks by verdict.',
  'score.judgedPercent': 'The percentage of the weight that passed or failed.',
  totalChecks: 'The number of checks that exist. The report has fewer where some were chosen.',
  comparedSince: "Since when 'better' and 'worse' count, ISO 8601 in UTC.",
  findings: 'The most important failed checks, at most five.',
  'findings.checkId': 'As in checks.',
  'findings.title': 'As in checks.',
  'findings.severity': 'As in checks.',
  'findings.reason': 'What was found. Absent in shared reports.',
  'findings.why': 'As in checks.',
  'findings.objectCount': 'As in checks.',
  'findings.effort': 'As in checks.',
  'findings.userImpact': 'As in checks.',
  better: 'Checks that failed before and pass now, the newest first.',
  'better.checkId': 'As in checks.',
  'better.title': 'As in checks.',
  'better.severity': 'As in checks.',
  'better.at': 'When the verdict changed, ISO 8601 in UTC.',
  worse: 'Checks that fail now and did not fail before, the newest first.',
  'worse.checkId': 'As in checks.',
  'worse.title': 'As in checks.',
  'worse.severity': 'As in checks.',
  'worse.at': 'When the verdict changed, ISO 8601 in UTC.',
  checks: 'The checks of the report: the failed ones first, then by severity.',
  'checks.id': 'The id of the check, such as ca.mfa-all-users.',
  'checks.title': 'What is required, as a statement.',
  'checks.severity': 'The severity of the check.',
  'checks.references': 'Numbers of benchmarks.',
  'checks.why': 'Why the check matters.',
  'checks.fix': 'The steps that meet the check.',
  'checks.effort': 'The effort of these steps.',
  'checks.userImpact': 'What users notice of the change.',
  'checks.licence': 'The license that Microsoft requires for it. Null when none is required.',
  'checks.area': 'The area of the check in words.',
  'checks.verdict': "The verdict. 'excepted' is a failed check that was accepted until a date.",
  'checks.since': 'Since when the verdict holds, ISO 8601 in UTC. Null when unknown.',
  'checks.dataAsOf': 'The date of the data that was judged, ISO 8601 in UTC. Null when unknown.',
  'checks.reason': 'What was found. Absent in shared reports.',
  'checks.counts': 'Counts of what was found, by name.',
  'checks.objectCount':
    'The number of objects that are evidence; 0 means none only where the verdict is passed, failed or excepted.',
  'checks.objects': 'The first 50 of these objects. Absent in shared reports.',
  'checks.objects.kind': 'The kind of the object.',
  'checks.objects.id': 'Its id at Microsoft.',
  'checks.objects.name': 'Its name. Null when unknown.',
  'checks.objects.isExcepted': 'True when an exception covers it.',
}

/** The parts of a JSON Schema that contain properties. */
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
  get oneOf() {
    return z.array(SchemaNode).optional()
  },
})
type SchemaNode = z.infer<typeof SchemaNode>

/** Returns the JSON Schema of a report's JSON file. Throws when a property has no description. */
export function reportSchema(): SchemaNode {
  const schema = z.toJSONSchema(ReportDocument, {
    // Files of later versions may contain additional properties.
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
  const { properties, items, anyOf, oneOf } = node
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
    ...(oneOf && { oneOf: oneOf.map((choice) => inside(choice, path)) }),
  }
}
