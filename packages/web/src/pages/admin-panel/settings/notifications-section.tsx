import { Checkbox, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { NOTIFICATION_NAMES, NotificationKind } from '@tenantscope/contract/notifications'

import { SectionCard } from '../../../ui/section-card.tsx'
import type { SectionProps } from './settings-form.tsx'

const useStyles = makeStyles({
  kinds: {
    display: 'flex',
    flexDirection: 'column',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...typographyStyles.body1, padding: 0 },
  help: {
    ...typographyStyles.caption1,
    margin: 0,
    color: tokens.colorNeutralForeground2,
  },
})

/** What people are told of at all. */
export function NotificationsSection({ draft, onChange }: SectionProps) {
  const styles = useStyles()
  const { notificationKinds: chosen } = draft
  return (
    <SectionCard title="Notifications">
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>People are told when</legend>
        {NotificationKind.options.map((kind) => (
          <Checkbox
            key={kind}
            label={NOTIFICATION_NAMES[kind]}
            checked={chosen.includes(kind)}
            onChange={(_, { checked }) =>
              onChange({
                notificationKinds: NotificationKind.options.filter((each) =>
                  each === kind ? checked === true : chosen.includes(each),
                ),
              })
            }
          />
        ))}
        <p className={styles.help}>Each person chooses under My Account how it reaches them.</p>
      </fieldset>
    </SectionCard>
  )
}
