import {
  Checkbox,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import type { ReportRecipient } from '@tenantscope/contract/report-schedules'
import { useId } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { recipientsQuery } from './schedules.queries.ts'

const useStyles = makeStyles({
  // As a plain box: the field draws the label.
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  people: {
    maxHeight: '200px',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  person: { display: 'flex', maxWidth: '100%' },
  name: { color: tokens.colorNeutralForeground1 },
  address: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  none: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface RecipientsFieldProps {
  value: readonly UserId[]
  /** Who gets them already, also somebody whom the reader could not choose. */
  chosen: readonly ReportRecipient[]
  problem: string | undefined
  onChange: (recipientIds: readonly UserId[]) => void
}

/** Who gets the reports by mail: people of this installation only. */
export function RecipientsField({ value, chosen, problem, onChange }: RecipientsFieldProps) {
  const styles = useStyles()
  const labelId = useId()
  const { data, error } = useQuery(recipientsQuery)
  const offered = data?.people ?? []
  const people = [
    ...offered,
    ...chosen.filter(({ userId }) => !offered.some((each) => each.userId === userId)),
  ]
  return (
    <Field
      label={{ id: labelId, children: 'Mail to' }}
      hint="Each person gets only the tenants that they may see themselves. Customers get nothing."
      {...fieldProblem(problem ?? (error === null ? undefined : userMessageOf(error)))}
    >
      <fieldset className={styles.group} aria-labelledby={labelId}>
        {data?.isMailConfigured === false && (
          <MessageBar intent="info" layout="multiline">
            <MessageBarBody>
              No mail server is configured: reports are made and kept, and nothing is sent.
            </MessageBarBody>
          </MessageBar>
        )}
        {data !== undefined && people.length === 0 && (
          <p className={styles.none}>
            Your account has no e-mail address, so nothing can be mailed to you.
          </p>
        )}
        {people.length > 0 && (
          <div className={styles.people}>
            {people.map(({ userId, name, email }) => (
              <Checkbox
                key={userId}
                name="recipientIds"
                className={styles.person}
                checked={value.includes(userId)}
                onChange={(_, { checked }) =>
                  onChange(
                    checked === true ? [...value, userId] : value.filter((each) => each !== userId),
                  )
                }
                label={
                  <>
                    <span className={styles.name}>
                      <ForeignText wrap>{name}</ForeignText>
                    </span>{' '}
                    <span className={styles.address}>
                      <ForeignText wrap>{email}</ForeignText>
                    </span>
                  </>
                }
              />
            ))}
          </div>
        )}
      </fieldset>
    </Field>
  )
}
