import { makeStyles, tokens } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  thumbprint: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

/** What can be compared with the portal. */
export function CertificateFacts({
  certificate,
}: {
  certificate: NonNullable<AzureConfig['certificate']>
}) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <FactList
      facts={[
        { label: 'Subject', value: <ForeignText wrap>{certificate.subject}</ForeignText> },
        {
          label: 'Thumbprint',
          value: <span className={styles.thumbprint}>{certificate.thumbprint}</span>,
        },
        { label: 'Expires', value: format.dateTime(certificate.expiresAt) },
      ]}
    />
  )
}
