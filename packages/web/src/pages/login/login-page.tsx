import { makeStyles, tokens } from '@fluentui/react-components'
import { ShieldLockRegular } from '@fluentui/react-icons/svg/shield-lock'

import { Mark } from '../../ui/mark.tsx'
import { LoginPanel } from './login-panel.tsx'
import { MarketingPanel } from './marketing-panel.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    minHeight: '100dvh',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  right: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100dvh',
    boxSizing: 'border-box',
    padding: '32px',
    '@media (max-width: 480px)': { padding: '24px 16px' },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    '@media (min-width: 901px)': { visibility: 'hidden' },
  },
  middle: { flexGrow: 1, display: 'grid', alignItems: 'center', paddingBlock: '32px' },
  footer: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    margin: 0,
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  lock: { flexShrink: 0, fontSize: '16px' },
})

/** The login screen (specification section 2), for every address without a signed-in user. */
export function LoginPage() {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <title>Sign in – Tenantscope</title>
      <MarketingPanel />
      <main className={styles.right}>
        <div className={styles.brand}>
          <Mark size={28} />
          Tenantscope
        </div>
        <div className={styles.middle}>
          <LoginPanel />
        </div>
        <p className={styles.footer}>
          <ShieldLockRegular className={styles.lock} aria-hidden="true" />
          Secured with Microsoft Authentication and enterprise access controls
        </p>
      </main>
    </div>
  )
}
