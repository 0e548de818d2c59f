import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { REPORT_FORMATS, REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { assignmentCount, isBlocked, isGuest } from '../../lib/report-selection.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LeftUsersNote } from './left-users-note.tsx'
import type { Wizard } from './use-wizard.ts'

const NAMES_SHOWN = 8

const useStyles = makeStyles({
  names: { margin: '4px 0 0', padding: 0, listStyleType: 'none' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

/** Step 5: what the report will hold. */
export function ReviewStep({ wizard }: { wizard: Wizard }) {
  const styles = useStyles()
  const format = useFormat()
  const { choice, sources, chosenLicenseIds, leftCount } = wizard
  const { reportType, licenses, users } = choice
  const dataAsOf = sources.licenses.data?.dataAsOf ?? null
  const more = licenses.length - NAMES_SHOWN
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
          {
            label: 'Licenses',
            value: (
              <>
                {format.number(licenses.length)}
                <ul className={styles.names}>
                  {licenses.slice(0, NAMES_SHOWN).map(({ skuId, displayName }) => (
                    <li key={skuId} className={styles.note}>
                      <ForeignText wrap>{displayName}</ForeignText>
                    </li>
                  ))}
                  {more > 0 && <li className={styles.note}>+{format.number(more)} more</li>}
                </ul>
              </>
            ),
          },
          {
            label: 'Users',
            value: (
              <>
                {format.number(users.length)}{' '}
                <span className={styles.note}>{marksText(users, format)}</span>
              </>
            ),
          },
          {
            label: 'Assignments',
            value: format.number(assignmentCount(users, chosenLicenseIds)),
          },
          { label: 'Format', value: choice.format && REPORT_FORMATS[choice.format].name },
          { label: 'Data as of', value: dataAsOf === null ? '—' : format.dateTime(dataAsOf) },
        ]}
      />
    </>
  )
}

/** '(2 guests, 1 blocked)'; nothing where there are none. */
function marksText(users: Wizard['choice']['users'], format: Format): string {
  const guests = users.filter(isGuest).length
  const blocked = users.filter(isBlocked).length
  const marks = [
    guests > 0 && `${format.number(guests)} ${guests === 1 ? 'guest' : 'guests'}`,
    blocked > 0 && `${format.number(blocked)} blocked`,
  ].filter(Boolean)
  return marks.length === 0 ? '' : `(${marks.join(', ')})`
}
