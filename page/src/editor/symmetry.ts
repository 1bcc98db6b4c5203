/** The symmetries that the board editor can paint with; each game maps its own spaces. */

export type Symmetry = 'none' | 'columns' | 'rows' | 'both' | 'sides' | 'half' | 'quarter' | 'third' | 'sixth' | 'mirror';
