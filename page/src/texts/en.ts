import games from '../games/texts/en.json';
import page from './en.json';

export default { page, games };
