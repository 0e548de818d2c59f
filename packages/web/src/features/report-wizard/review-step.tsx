import { makeStyles } from '@fluentui/react-components'
import { REPORT_FORMATS, REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportType } from '@tenantscope/contract/report-document'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { assignmentCount, isBlocked, isGuest } from '../../lib/report-selection.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Text } from '../../ui/text.tsx'
import { LeftUsersNote } from './left-users-note.tsx'
import type { Wizard } from './use-wizard.ts'

const NAMES_SHOWN = 8

const useStyles = makeStyles({
  names: { margin: '4px 0 0', padding: 0, listStyleType: 'none' },
})

/** The last step: the contents of the report. */
export function ReviewStep({ wizard }: { wizard: Wizard }) {
  const format = useFormat()
  const { choice, leftCount } = wizard
  const { reportType } = choice
  const { facts, dataAsOf } = CONTENTS[reportType ?? 'user-license'](wizard, format)
  return (
    <>
      <LeftUsersNote count={leftCount} />
      <FactList
        facts={[
          {
            label: 'Tenant',
            value: <ForeignText wrap>{wizard.tenant.displayName}</ForeignText>,
          },
          {
            label: 'Report type',
            value: reportType === null ? '—' : REPORT_TYPE_NAMES[reportType],
          },
          ...facts,
          { label: 'Format', value: choice.format && REPORT_FORMATS[choice.format].name },
          { label: 'Data as of', value: dataAsOf === null ? '—' : format.dateTime(dataAsOf) },
        ]}
      />
    </>
  )
}

interface Contents {
  facts: readonly { label: string; value: ReactNode }[]
  dataAsOf: string | null
}

/** What a report contains, by its type. */
const CONTENTS: Record<ReportType, (wizard: Wizard, format: Format) => Contents> = {
  'user-license': licenseContents,
  posture: postureContents,
  savings: savingsContents,
}

function postureContents({ tenant, choice, checkChoice }: Wizard, format: Format): Contents {
  const { checks } = choice
  const total = format.number(checkChoice.all.length)
  return {
    dataAsOf: tenant.dataAsOf,
    facts: [
      {
        label: 'Contents',
        value:
          'The score of all checks. Of the selected checks: the most important findings, what got better and worse, and each check.',
      },
      {
        label: 'Checks',
        value:
          checks === null ? (
            'Every check'
          ) : (
            <>
              {format.number(checks.length)} of {total}
              <Names items={checks.map(({ id, title }) => ({ id, name: title }))} />
            </>
          ),
      },
    ],
  }
}

function savingsContents({ choice, sources }: Wizard, format: Format): Contents {
  return {
    dataAsOf: sources.licenses.data?.dataAsOf ?? null,
    facts: [
      {
        label: 'Contents',
        value: 'Cost, removable seats, renewals of the next 12 months, and three recommendations.',
      },
      licensesFact(choice, format),
    ],
  }
}

const licensesFact = ({ licenses }: Wizard['choice'], format: Format) => ({
  label: 'Licenses',
  value: (
    <>
      {format.number(licenses.length)}
      <Names items={licenses.map(({ skuId, displayName }) => ({ id: skuId, name: displayName }))} />
    </>
  ),
})

function licenseContents(wizard: Wizard, format: Format): Contents {
  const { choice, sources, chosenLicenseIds } = wizard
  const { users } = choice
  return {
    dataAsOf: sources.licenses.data?.dataAsOf ?? null,
    facts: [
      licensesFact(choice, format),
      {
        label: 'Users',
        value: (
          <>
            {format.number(users.length)}{' '}
            <Text variant="caption" muted>
              {marksText(users, format)}
            </Text>
          </>
        ),
      },
      { label: 'Assignments', value: format.number(assignmentCount(users, chosenLicenseIds)) },
    ],
  }
}

/** The first names, and how many there are beyond. */
function Names({ items }: { items: readonly { id: string; name: string }[] }) {
  const styles = useStyles()
  const format = useFormat()
  const more = items.length - NAMES_SHOWN
  return (
    <ul className={styles.names}>
      {items.slice(0, NAMES_SHOWN).map(({ id, name }) => (
        <Text key={id} as="li" variant="caption" muted>
          <ForeignText wrap>{name}</ForeignText>
        </Text>
      ))}
      {more > 0 && (
        <Text as="li" variant="caption" muted>
          +{format.number(more)} more
        </Text>
      )}
    </ul>
  )
}

/** Returns '(2 guests, 1 blocked)', or '' when there are none. */
function marksText(users: Wizard['choice']['users'], format: Format): string {
  const guests = users.filter(isGuest).length
  const blocked = users.filter(isBlocked).length
  const marks = [
    guests > 0 && `${format.number(guests)} ${guests === 1 ? 'guest' : 'guests'}`,
    blocked > 0 && `${format.number(blocked)} blocked`,
  ].filter(Boolean)
  return marks.length === 0 ? '' : `(${marks.join(', ')})`
}
