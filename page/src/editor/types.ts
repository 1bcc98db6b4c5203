/** What the board editor offers to change. */
import type { TextName } from '../texts/texts.svelte';

/** A number of the board that can be changed. */
export interface NumberField {
  /** Its name in faults. */
  field: string;
  label: string;
  value: number;
  /** The name of its limits. */
  limit: string;
}

export interface Tool {
  value: string;
  text: TextName;
  /** The tool draws a line between two spaces. */
  joins?: boolean;
}

/** A field with a few values, as a list to choose from. */
export interface ChoiceField {
  field: string;
  label: string;
  value: string;
  values: { value: string; text: string }[];
}
