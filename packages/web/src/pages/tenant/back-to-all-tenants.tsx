import { makeStyles } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'

import { LinkButton } from '../../ui/app-link.tsx'

const useStyles = makeStyles({
  // Where it wraps under the title it stands on the title's line.
  link: { '@media (max-width: 640px)': { paddingInlineStart: 0 } },
})

export function BackToAllTenants() {
  const styles = useStyles()
  return (
    <LinkButton
      to="/dashboard"
      appearance="subtle"
      className={styles.link}
      icon={<ArrowLeft20Regular />}
    >
      Back to All Tenants
    </LinkButton>
  )
}
