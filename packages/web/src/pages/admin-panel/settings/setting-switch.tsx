import { makeStyles, Switch, tokens, typographyStyles } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  setting: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2px' },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
  help: {
    ...typographyStyles.caption1,
    margin: 0,
    paddingInlineStart: '52px',
    maxWidth: '72ch',
    color: tokens.colorNeutralForeground2,
  },
})

interface SettingSwitchProps {
  label: string
  checked: boolean
  /** What it does, in a sentence or two. */
  children: ReactNode
  onChange: (checked: boolean) => void
}

/** One thing that is on or off, with what that means. */
export function SettingSwitch({ label, checked, children, onChange }: SettingSwitchProps) {
  const styles = useStyles()
  const helpId = useId()
  return (
    <div className={styles.setting}>
      <Switch
        className={styles.switch}
        label={label}
        checked={checked}
        aria-describedby={helpId}
        onChange={(_, data) => onChange(data.checked)}
      />
      <p className={styles.help} id={helpId}>
        {children}
      </p>
    </div>
  )
}
