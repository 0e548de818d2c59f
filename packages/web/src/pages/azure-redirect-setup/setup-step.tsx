import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  step: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    columnGap: '16px',
    counterIncrement: 'step',
    '::before': {
      content: 'counter(step)',
      display: 'grid',
      placeItems: 'center',
      width: '32px',
      height: '32px',
      boxSizing: 'border-box',
      borderRadius: tokens.borderRadiusCircular,
      border: `1px solid ${tokens.colorBrandStroke1}`,
      color: tokens.colorBrandForeground1,
      fontWeight: tokens.fontWeightSemibold,
    },
    '@media (max-width: 480px)': { columnGap: '12px' },
  },
  words: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0, paddingTop: '4px' },
  title: { ...typographyStyles.body1Strong, fontSize: tokens.fontSizeBase400, margin: 0 },
})

/** One step of several, numbered by its list. */
export function SetupStep({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <li className={styles.step}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {children}
      </div>
    </li>
  )
}
