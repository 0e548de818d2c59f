import { makeStyles, tokens } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { MoneyRegular } from '@fluentui/react-icons/svg/money'
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark'

import { Mark } from '../../ui/mark.tsx'

// The same in both themes: white text on the deep end of the ramp, at least 9:1.
const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '32px',
    boxSizing: 'border-box',
    padding: '32px clamp(32px, 6vw, 96px)',
    color: '#ffffff',
    backgroundColor: '#022c32',
    backgroundImage: 'linear-gradient(155deg, #04474f 0%, #022c32 55%, #011e22 100%)',
    '@media (max-width: 900px)': { display: 'none' },
  },
  title: {
    margin: '24px 0 8px',
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.02em',
  },
  lead: {
    margin: 0,
    maxWidth: '44ch',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase500,
    color: '#dbf0f1',
  },
  points: {
    display: 'grid',
    gap: '24px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxWidth: '480px',
  },
  point: { display: 'grid', gridTemplateColumns: '24px 1fr', columnGap: '16px' },
  icon: { fontSize: '24px', color: '#97d2d6' },
  pointTitle: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase300 },
  pointText: {
    margin: '4px 0 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: '#bae2e4',
  },
})

const POINTS = [
  {
    Icon: BuildingMultipleRegular,
    title: 'Every tenant on one screen',
    text: 'Status, access and data age of all the Microsoft 365 tenants that you manage.',
  },
  {
    Icon: MoneyRegular,
    title: 'Unused licenses',
    text: 'Paid and assigned seats of each tenant and license.',
  },
  {
    Icon: ShieldCheckmarkRegular,
    title: 'Active protection',
    text: 'Conditional Access policies, and the tenants where no policy requires MFA.',
  },
]

/** Shows the benefits of the product; hidden on small screens (specification section 2, Login screen). */
export function MarketingPanel() {
  const styles = useStyles()
  return (
    <aside className={styles.root} aria-label="About Tenantscope">
      <div>
        <Mark size={48} />
        <h2 className={styles.title}>Welcome to Tenantscope</h2>
        <p className={styles.lead}>
          Secure Microsoft-based audits and tenant insights for managed service providers and
          administrators.
        </p>
      </div>
      <ul className={styles.points}>
        {POINTS.map(({ Icon, title, text }) => (
          <li key={title} className={styles.point}>
            <Icon className={styles.icon} aria-hidden="true" />
            <div>
              <div className={styles.pointTitle}>{title}</div>
              <p className={styles.pointText}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
