import { makeStyles } from '@fluentui/react-components'

import { AppLink } from '../../../ui/app-link.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  // As the text around it.
  link: { font: 'inherit', minWidth: 0, maxWidth: '100%' },
})

interface PolicyLinkProps {
  policyId: string
  /** The name of the policy. */
  children: string
}

/** The name of a policy, which opens it in a panel over what is shown. */
export function PolicyLink({ policyId, children }: PolicyLinkProps) {
  const styles = useStyles()
  return (
    <AppLink
      from="/tenant/$tenantId"
      search={(previous) => ({ ...previous, tab: 'security', policy: policyId })}
      state={{ isPanelOpenedHere: true }}
      resetScroll={false}
      className={styles.link}
    >
      <ForeignText wrap>{children}</ForeignText>
    </AppLink>
  )
}
