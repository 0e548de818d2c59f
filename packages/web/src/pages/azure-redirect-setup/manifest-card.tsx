import { Button, makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { SETUP_COPY_WORDS } from '../../ui/copy-text.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import { manifestFor } from './manifest.ts'

const useStyles = makeStyles({
  // Beside the steps that it stands in for, as far as one scrolls.
  card: { '@media (min-width: 961px)': { position: 'sticky', top: '64px' } },
  note: { color: tokens.colorNeutralForeground2 },
  manifest: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    maxHeight: 'max(240px, min(640px, calc(100vh - 320px)))',
    margin: 0,
    padding: '12px 16px',
    overflow: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

/** Several of the steps in one text, for who would rather paste than click. */
export function ManifestCard({ uris }: { uris: AzureConfig['redirectUris'] }) {
  const styles = useStyles()
  const manifest = manifestFor(uris)
  const { isCopied, copy } = useCopied(manifest, SETUP_COPY_WORDS)
  return (
    <SectionCard
      className={styles.card}
      title="Manifest to paste"
      aside={
        <Button
          size="small"
          icon={isCopied ? <Checkmark16Regular /> : <Copy16Regular />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy manifest'}
        </Button>
      }
    >
      <Text className={styles.note}>
        In place of steps 2, 3, 5 and 6: open Manifest in the app registration, choose Microsoft
        Graph App Manifest, replace these properties by the ones below, and save. An application
        that serves something else too keeps its own entries beside them.
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus */}
      <pre className={styles.manifest} tabIndex={0} aria-label="Manifest">
        {manifest}
      </pre>
    </SectionCard>
  )
}
