import { Badge, makeStyles, tokens, Tooltip } from '@fluentui/react-components'
import { BeakerRegular } from '@fluentui/react-icons/svg/beaker'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { signInOptionsQuery } from '../lib/sign-in-options.ts'
import { Mark } from '../ui/mark.tsx'
import { UserMenu } from './user-menu.tsx'

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'flex',
    alignItems: 'stretch',
    gap: '8px',
    height: '48px',
    paddingInline: '32px 24px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 640px)': { paddingInline: '16px 8px' },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    marginInlineEnd: '16px',
    textDecoration: 'none',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    borderRadius: tokens.borderRadiusMedium,
    '@media (max-width: 480px)': { marginInlineEnd: 0 },
  },
  nav: { display: 'flex', alignItems: 'stretch' },
  link: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    paddingInline: '12px',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorNeutralForeground1 },
    '&[aria-current="page"]': {
      color: tokens.colorNeutralForeground1,
      fontWeight: tokens.fontWeightSemibold,
    },
    '&[aria-current="page"]::after': {
      content: '""',
      position: 'absolute',
      insetInline: '12px',
      bottom: '-1px',
      height: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
    },
  },
  focusable: {
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  end: { display: 'flex', alignItems: 'center', gap: '12px', marginInlineStart: 'auto' },
  wide: { '@media (max-width: 480px)': { display: 'none' } },
  narrow: { '@media (min-width: 481px)': { display: 'none' } },
})

/** Brand, All Tenants and the user menu (specification section 2, Top navigation). */
export function TopNavigation() {
  const styles = useStyles()
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" className={styles.brand} aria-label="Tenantscope" preload={false}>
        <Mark size={24} />
        <span className={styles.wide}>Tenantscope</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to="/dashboard" className={styles.link} activeOptions={IGNORE_FILTERS}>
          All Tenants
        </Link>
      </nav>
      <div className={styles.end}>
        <SimulatedBadge />
        <UserMenu />
      </div>
    </header>
  )
}

const IGNORE_FILTERS = { includeSearch: false }

/** Nobody may take simulated customers for real ones. */
function SimulatedBadge() {
  const styles = useStyles()
  const { data: options } = useQuery(signInOptionsQuery)
  if (options?.simulatedMicrosoft !== true) return null
  return (
    <Tooltip
      content="Microsoft is simulated on this installation: the tenants are made up."
      relationship="description"
    >
      <Badge appearance="tint" color="informative" icon={<BeakerRegular />} tabIndex={0}>
        <span className={styles.narrow}>Simulated</span>
        <span className={styles.wide}>Simulated Microsoft</span>
      </Badge>
    </Tooltip>
  )
}
