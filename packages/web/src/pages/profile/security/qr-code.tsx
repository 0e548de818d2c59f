import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { useMemo } from 'react'
import { encode } from 'uqr'

const useStyles = makeStyles({ code: { display: 'block', width: '192px', height: '192px' } })

/** The light rim that readers need, in modules. */
const RIM = 4

/** An address for an authenticator app as a picture; the key stands beside it in letters. */
export function QrCode({ text, className }: { text: string; className?: string }) {
  const styles = useStyles()
  const picture = useMemo(() => pictureOf(text), [text])
  return (
    <img
      className={mergeClasses(styles.code, className)}
      src={picture}
      alt="QR code for an authenticator app. The same key is written below it."
    />
  )
}

/** Dark on light in every theme: many cameras read nothing else. */
function pictureOf(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: RIM })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${modules.join('')}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
