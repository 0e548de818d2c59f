import { Mark } from '../../ui/mark.tsx'

/** Who keeps the report, and small, with what. */
export function ProductFoot({ text = null }: { text?: string | null }) {
  return (
    <footer className="foot">
      {text !== null && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
      <p className="product">
        <Mark size={16} />
        Made with Tenantscope
      </p>
    </footer>
  )
}
