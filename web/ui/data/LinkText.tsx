interface LinkTextProps {
  text: string
  /** What it is. */
  label: string
}

/** A text to be copied by hand: whole, and selected by one press. */
export function LinkText({ text, label }: LinkTextProps) {
  return (
    <p
      translate="no"
      aria-label={label}
      className="rounded-card border border-linea bg-mesa px-4 py-3 text-14 wrap-anywhere select-all"
    >
      {text}
    </p>
  )
}
